"""Checks of whether the bot is alive and ready, and metrics from the database."""

from __future__ import annotations

import json
import logging
import math
from pathlib import Path
from typing import NamedTuple

from prometheus_client import Gauge

from bot.core.app_context import AppContext
from bot.core.looping import alike
from bot.core.metrics import OTHER, game_label
from games import GAMES
from storage.tables import health

WRITTEN_SECONDS = 150.0
"""Seconds without a write that count as a fault: two of the heartbeats written every minute are missing."""


class Facts(NamedTuple):
    """The data about a process that the checks use.

    Attributes:
        ended: Names of background loops that have ended.
        on_line: Whether the bot has gone on line.
        shards: The number of shards of this process.
        connected: The number of them that are connected.
        answered: Whether Discord answers requests.
        written: Seconds since the last write to the database.
        lost: Whether the other processes have given up on this one.
        leaving: Whether the process is stopping.
    """

    ended: tuple[str, ...] = ()
    on_line: bool = True
    shards: int = 1
    connected: int = 1
    answered: bool = True
    written: float = 0.0
    lost: bool = False
    leaving: bool = False


def faults_of_life(facts: Facts) -> list[str]:
    """Return faults that only a restart can mend; any answer shows that the event loop runs."""
    return [f"the {name} loop has ended" for name in facts.ended] if not facts.leaving else []


def faults_of_readiness(facts: Facts) -> list[str]:
    """Return the reasons why this process should get nothing new now."""
    found = {
        "it's stopping": facts.leaving,
        "it isn't online yet": not facts.on_line,
        f"{facts.connected} of {facts.shards} shards are connected": facts.connected < facts.shards,
        "Discord answers no request": not facts.answered,
        f"nothing has been written to the database for {facts.written:.0f} seconds": (
            facts.written > WRITTEN_SECONDS
        ),
        "the other processes have given up on this one": facts.lost,
    }
    return [*faults_of_life(facts), *(told for told, is_so in found.items() if is_so)]


FILE = "last_verified.json"
"""The file in the folder of backups that `slowplay backup` writes, with the epoch seconds in `at`."""


NONE = Path("none")
"""The value of SLOWPLAY_BACKUPS that turns copies off."""


def folder_of(database: str, backups: Path | None) -> Path | None:
    """Return the folder of backups: the one set, or else one beside a database that is a file, or None."""
    if backups is not None:
        return None if backups == NONE else backups
    return None if "://" in database else Path(f"{database}.backups")


def age(folder: Path | None, now: float) -> float:
    """Return seconds since the last verified backup; infinite if there is none."""
    try:
        found = json.loads((folder / FILE).read_bytes()) if folder is not None else {}
        return max(0.0, now - float(found["at"]))
    except (OSError, ValueError, KeyError, TypeError):
        return math.inf


log = logging.getLogger(__name__)

EVERY_SECONDS = 15.0
LATE_SECONDS = 60
"""Seconds after its due time at which a job counts as late; by then, a failed process's lease is over."""


class Figures:
    """Metrics of what waits and what's under way.

    Processes that share a database report the same numbers. `folder` has the backups.
    """

    def __init__(self, app: AppContext, folder: Path | None) -> None:
        self._app = app
        self._folder = folder
        self._read_at = -EVERY_SECONDS
        registry = app.metrics.registry
        self._rows = Gauge(
            "slowplay_outbox_rows",
            "Messages in the outbox that aren't sent, by what they wait for",
            ("state",),
            registry=registry,
        )
        self._oldest = Gauge(
            "slowplay_outbox_oldest_seconds",
            "For how long the longest overdue message in the outbox has been due",
            registry=registry,
        )
        self._late = Gauge(
            "slowplay_jobs_late",
            "Scheduled jobs that should have been done more than a minute ago",
            registry=registry,
        )
        self._open = Gauge("slowplay_matches_open", "Matches under way", ("game",), registry=registry)
        self._backup = Gauge(
            "slowplay_backup_age_seconds",
            "Time since the last verified backup; infinite if there's none",
            registry=registry,
        )
        self._written = Gauge(
            "slowplay_database_written_seconds",
            "Time since something was last written to the database",
            registry=registry,
        )

    async def refresh(self) -> None:
        """Read the metrics again if 15 seconds have passed; one that can't be read keeps its last value."""
        now = self._app.clock.now()
        self._backup.set(age(self._folder, now))
        self._written.set(max(0.0, now - self._app.written.at))
        if 0 <= now - self._read_at < EVERY_SECONDS:
            return
        self._read_at = now
        try:
            await self._read(self._app.now())
        except Exception:
            log.warning("can't read figures from the database", exc_info=True, extra=alike("figures"))

    async def _read(self, now: int) -> None:
        async with self._app.database.read(long=True) as r:
            waiting = await health.outbox(r, now)
            late = await health.late_jobs(r, now - LATE_SECONDS)
            under_way = await health.open_matches(r)
        for state, number in waiting.states.items():
            self._rows.labels(state).set(number)
        self._oldest.set(0 if waiting.oldest is None else now - waiting.oldest)
        self._late.set(late)
        for label, number in by_label(under_way).items():
            self._open.labels(label).set(number)


def by_label(of_games: dict[str, int]) -> dict[str, int]:
    """Sum numbers by the games' metric labels; unknown games share one label."""
    found = dict.fromkeys((*GAMES, OTHER), 0)
    for game, number in of_games.items():
        found[game_label(game)] += number
    return found
