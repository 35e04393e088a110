"""Whether the bot is alive, and whether it's ready: pure checks over facts. No fault means yes."""

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
"""The heartbeat is written every minute; when two of them are missing, something is wrong."""


class Facts(NamedTuple):
    """What is known. ended: loops that have ended; shards, connected: how many this process has, and how many
    of them are there; written: how many seconds ago something was last written to the database; lost: the
    other processes think that this one is gone."""

    ended: tuple[str, ...] = ()
    on_line: bool = True
    shards: int = 1
    connected: int = 1
    answered: bool = True
    written: float = 0.0
    lost: bool = False
    leaving: bool = False


def faults_of_life(facts: Facts) -> list[str]:
    """What only a new start helps against. That somebody asks and is answered says the rest: the event loop
    turns."""
    return [f"the {name} loop has ended" for name in facts.ended] if not facts.leaving else []


def faults_of_readiness(facts: Facts) -> list[str]:
    """Why nothing new should come to this process now."""
    found = {
        "it's stopping": facts.leaving,
        "it isn't on line yet": not facts.on_line,
        f"{facts.connected} of {facts.shards} shards are connected": facts.connected < facts.shards,
        "Discord answers no request": not facts.answered,
        f"nothing has been written to the database for {facts.written:.0f} seconds": (
            facts.written > WRITTEN_SECONDS
        ),
        "the other processes have given up on this one": facts.lost,
    }
    return [*faults_of_life(facts), *(told for told, is_so in found.items() if is_so)]


FILE = "last_verified.json"
"""In the folder of the backups; `slowplay backup` writes it: {"at": epoch seconds}."""


NONE = Path("none")
"""What SLOWPLAY_BACKUPS says where nothing is to be copied."""


def folder_of(database: str, backups: Path | None) -> Path | None:
    """Where the backups are: as set, or else beside a database that is a file; None where there's no such
    place."""
    if backups is not None:
        return None if backups == NONE else backups
    return None if "://" in database else Path(f"{database}.backups")


def age(folder: Path | None, now: float) -> float:
    """Seconds since the last backup that was verified; infinite where there's none."""
    try:
        found = json.loads((folder / FILE).read_bytes()) if folder is not None else {}
        return max(0.0, now - float(found["at"]))
    except (OSError, ValueError, KeyError, TypeError):
        return math.inf


log = logging.getLogger(__name__)

EVERY_SECONDS = 15.0
LATE_SECONDS = 60
"""So long after its time a job is late: whoever failed to do it had a lease until then."""


class Figures:
    """What waits and what is under way. Where several processes share a database, each tells the same.

    folder: where backups are."""

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
        """Read them again, if that's long enough ago. What can't be read keeps its last value."""
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
    """Numbers by the labels of games; those that this bot no longer knows are one."""
    found = dict.fromkeys((*GAMES, OTHER), 0)
    for game, number in of_games.items():
        found[game_label(game)] += number
    return found
