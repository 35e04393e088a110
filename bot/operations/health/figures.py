"""Figures that are read from the database when somebody asks for them, and not oftener than now and then."""

from __future__ import annotations

import logging
from pathlib import Path

from prometheus_client import Gauge

from bot.core.app_context import AppContext
from bot.core.log_throttle import alike
from bot.core.metrics import OTHER, game_label
from bot.operations.health import checks
from games import GAMES
from storage.tables import health

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
        self._backup.set(checks.age(self._folder, now))
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
