"""A run of the probe: who is asked to help, what is compared, where the report goes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bot.core.randomness import SystemRandomness
from bot.doctor import report
from bot.doctor.ui.line import Line
from bot.doctor.ui.probe import Probe
from bot.settings import Settings
from bot.system_clock import SystemClock
from storage.file_lock import is_hosted


class CantProbe(Exception):
    """The probe can't begin; the text is a sentence or two."""


async def probe(
    settings: Settings, channel: str, person: str | None, file: Path | None, say: Callable[[str], None]
) -> int:
    """Compare Discord with the playground in a channel; the exit status. person: who gets a DM and taps, the
    application's owner where None. file: where the report goes. Raises CantProbe and Unreached."""
    if is_hosted(settings.slowplay_database):
        raise CantProbe("The bot is running. Stop it first: it would answer the buttons of this test, too.")
    expected = report.expected_steps()
    async with Line(SystemClock().now) as line:
        await _introduce(line, settings)
        whom = person or await _owner(line)
        await _look(line, channel)
        testing = Probe(line, channel, whom, SystemRandomness().name(), say)
        found = await testing.run()
    told = report.page(expected, found, testing.left, channel, report.versions())
    if file is not None:
        file.write_text(told, encoding="utf-8")
    say(told if file is None else f"{report.summary(expected, found)} {_where(file)}")
    return report.status_of(expected, found)


def _where(file: Path) -> str:
    return f"The report is in {file}; it has no names, texts, or token."


async def _introduce(line: Line, settings: Settings) -> None:
    if (await line.introduce(settings.discord_token.get_secret_value())).status != 200:
        raise CantProbe("Discord doesn't accept DISCORD_TOKEN. Run this without --channel to learn more.")


async def _owner(line: Line) -> str:
    """The id of who owns the application, or the team that does."""
    application = (await line.ask("GET", "/applications/@me")).body or {}
    owner = (application.get("team") or {}).get("owner_user_id") or (application.get("owner") or {}).get("id")
    if not owner:
        raise CantProbe("Discord doesn't say who owns the bot. Name someone with --person ID.")
    return str(owner)


async def _look(line: Line, channel: str) -> None:
    """Raises CantProbe for a channel that the bot can't see."""
    if (await line.ask("GET", f"/channels/{channel}")).status != 200:
        raise CantProbe("The bot can't see that channel. Check the ID, and give the bot View Channels there.")
