"""Limits of session starts: per day, and within five seconds.

Discord's gateway documentation, “Identifying” and “Session Start Limit Object”.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aiohttp import web

from playground.model.clock import Clock
from playground.model.payload import Json

TOTAL = 1000
DAY = 86_400.0
CONCURRENCY_SECONDS = 5.0
MAX_CONCURRENCY = 1
SERVERS_PER_SHARD = 1000
"""Servers per shard that Discord recommends; it refuses more than 2,500 (`handshake.MOST_GUILDS`)."""


@dataclass(slots=True)
class _Started:
    """An application's starts: begin of its current day, their number, and the last time by shard key."""

    since: float = 0.0
    count: int = 0
    latest: dict[int, float] = field(default_factory=dict)


class SessionStarts:
    """The session starts of all applications, by the world's clock.

    Attributes:
        total: Starts allowed per day.
        max_concurrency: Number of shard keys; Discord gives 1 to small bots and 16 to large ones.
        spaced: Whether starts must be five seconds apart. Switched together with the rate limits, since the
            five seconds would never pass on a stopped clock.
    """

    def __init__(self, clock: Clock) -> None:
        self.total = TOTAL
        self.max_concurrency = MAX_CONCURRENCY
        self.spaced = True
        self._clock = clock
        self._started: dict[str, _Started] = {}

    def limit(self, application_id: str) -> Json:
        """Return Discord's session_start_limit object; reset_after is in milliseconds."""
        found, left = self._of(application_id), 0.0
        if found.count:
            left = found.since + DAY - self._clock.now()
        return {
            "total": self.total,
            "remaining": self.total - found.count,
            "reset_after": int(left * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def is_exhausted(self, application_id: str) -> bool:
        """Return whether the application has used all starts of the day."""
        return self._of(application_id).count >= self.total

    def start(self, application_id: str, shard: int = 0) -> bool:
        """Count the start of a shard; return False and count nothing if it comes too soon.

        Starts with the same key (the shard number modulo max_concurrency) must be five seconds apart.
        """
        found, now, key = self._of(application_id), self._clock.now(), shard % self.max_concurrency
        if self.spaced and key in found.latest and now < found.latest[key] + CONCURRENCY_SECONDS:
            return False
        if not found.count:
            found.since = now
        found.count += 1
        found.latest[key] = now
        return True

    def _of(self, application_id: str) -> _Started:
        found = self._started.setdefault(application_id, _Started())
        if found.count and self._clock.now() >= found.since + DAY:
            found.count = 0
        return found


STARTS: web.AppKey[SessionStarts] = web.AppKey("starts", SessionStarts)
