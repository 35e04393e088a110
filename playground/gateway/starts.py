"""How often an application may start a session: so often a day, and so often in five seconds.

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
"""So many servers Discord recommends for a shard; it refuses more than 2,500 (`handshake.MOST_GUILDS`)."""


@dataclass(slots=True)
class _Started:
    """What an application has begun: since when the day counts, how often, and the last moment by the key of
    the shard."""

    since: float = 0.0
    count: int = 0
    latest: dict[int, float] = field(default_factory=dict)


class SessionStarts:
    """The starts of all applications, by the clock of the world.

    total: how many a day. max_concurrency: Discord gives 1 to small bots and 16 to large ones. spaced:
    whether the five seconds are kept, which goes with the limits of rates; on a clock that stands still they
    would never be over.
    """

    def __init__(self, clock: Clock) -> None:
        self.total = TOTAL
        self.max_concurrency = MAX_CONCURRENCY
        self.spaced = True
        self._clock = clock
        self._started: dict[str, _Started] = {}

    def limit(self, application_id: str) -> Json:
        """Discord's session_start_limit object; reset_after is in milliseconds."""
        found, left = self._of(application_id), 0.0
        if found.count:
            left = found.since + DAY - self._clock.now()
        return {
            "total": self.total,
            "remaining": self.total - found.count,
            "reset_after": int(left * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def exhausted(self, application_id: str) -> bool:
        """Whether the day's starts are used up."""
        return self._of(application_id).count >= self.total

    def start(self, application_id: str, shard: int = 0) -> bool:
        """Count the start of a shard; False, and nothing counted, when one with the same key, which is its
        number modulo max_concurrency, was started in the last five seconds."""
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
