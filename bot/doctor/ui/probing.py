"""A run of the probe from the settings to the report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bot.core.randomness import SystemRandomness
from bot.doctor import report
from bot.doctor.ui.line import Line
from bot.doctor.ui.probe import Probe
from bot.runtime.settings import Settings
from bot.runtime.system_clock import SystemClock
from storage.engine.sqlite.file_lock import is_hosted


class CantProbe(Exception):
    """Raised when the probe can't begin; the text is a sentence or two."""


class Result(NamedTuple):
    """A probe's exit status, its summary of a sentence or two, and the whole report."""

    status: int
    summary: str
    page: str


async def probe(settings: Settings, channel: str, person: str | None, say: Callable[[str], None]) -> Result:
    """Compare Discord with the playground; `person` (the owner if None) gets a DM and taps.

    Raises:
        CantProbe: If the bot is running, the token or channel is wrong, or the owner is unknown.
        Unreached: If Discord can't be reached.
    """
    file = settings.slowplay_database
    if isinstance(file, Path) and is_hosted(file):
        raise CantProbe("The bot is running. Stop it first: it would answer the buttons of this test, too.")
    expected = report.load_expected()
    async with Line(SystemClock().now) as line:
        await _introduce(line, settings)
        whom = person or await _owner(line)
        await _look(line, channel)
        testing = Probe(line, channel, whom, SystemRandomness().name(), say)
        found = await testing.run()
    return Result(
        report.status_of(expected, found),
        report.summary(expected, found),
        report.page(expected, found, testing.left, channel, report.versions()),
    )


async def _introduce(line: Line, settings: Settings) -> None:
    if (await line.introduce(settings.discord_token)).status != 200:
        raise CantProbe("Discord doesn't accept DISCORD_TOKEN. Run this without --channel to learn more.")


async def _owner(line: Line) -> str:
    """Return the id of the person who owns the application or its team."""
    application = (await line.ask("GET", "/applications/@me")).body or {}
    owner = (application.get("team") or {}).get("owner_user_id") or (application.get("owner") or {}).get("id")
    if not owner:
        raise CantProbe("Discord doesn't say who owns the bot. Name someone with --person ID.")
    return str(owner)


async def _look(line: Line, channel: str) -> None:
    """Raise CantProbe if the bot can't see the channel."""
    if (await line.ask("GET", f"/channels/{channel}")).status != 200:
        raise CantProbe("The bot can't see that channel. Check the ID, and give the bot View Channels there.")
