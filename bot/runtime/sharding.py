"""The limits on gateway sessions: they begin with pauses, and never use up the last ones of a day.

Discord's gateway documentation, “Identifying” and “Sharding”: a session may begin every five seconds for each
key, which is the number of the shard modulo max_concurrency, and a thousand a day; beyond that the token is
reset.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.core.clock import Clock

log = logging.getLogger(__name__)

SPACING_SECONDS = 5.0
LONGEST_PAUSE_SECONDS = 600.0
KEPT = 100
"""Sessions of each day left unused, for what the operator has to start."""
_LATELY_SECONDS = 3600.0
_SHORTEST_WAIT_SECONDS = 60.0


async def _alone(key: int) -> int | None:
    """Return None, since there are no other processes."""
    return None


class SessionStarts:
    """The starts of sessions for the shards of this process.

    Args:
        clock: The clock that the pauses follow.
        ask: Returns Discord's answer to GET /gateway/bot.
        among: Returns the seconds that a session with this key has to wait for those of other processes; 0 if
            it may begin, which they then know; None without other processes. With others, Discord is asked
            before each session how many are left today.
    """

    def __init__(
        self,
        clock: Clock,
        ask: Callable[[], Awaitable[Mapping[str, Any]]],
        among: Callable[[int], Awaitable[int | None]] = _alone,
    ) -> None:
        self._clock = clock
        self._ask = ask
        self._among = among
        self._left = KEPT + 1
        self._max_concurrency = 1
        self._began: dict[int, tuple[float, ...]] = {}
        """The times at which each shard has begun a session within the last hour."""

    async def ask_shard_count(self) -> int:
        """Return how many shards Discord recommends, after waiting while few sessions are left today."""
        while True:
            told = await self._ask()
            shards: int = told["shards"]
            limit = told["session_start_limit"]
            self._left, self._max_concurrency = limit["remaining"], max(1, limit["max_concurrency"])
            if self._left > KEPT:
                return shards
            seconds = max(limit["reset_after"] / 1000, _SHORTEST_WAIT_SECONDS)
            log.warning(
                "only %d of today's %d gateway sessions are left: waiting %d s for new ones, because Discord "
                "resets the token after the last; check what starts the bot so often",
                self._left,
                limit["total"],
                seconds,
            )
            await self._clock.until(self._clock.now() + seconds)

    async def begin(self, shard: int) -> None:
        """Wait until a shard may begin a session, and count it as begun."""
        if self._left <= KEPT:
            await self.ask_shard_count()
        now = self._clock.now()
        await self._clock.until(now + self._seconds_until(shard, now))
        await self._wait_for_others(shard)
        self._began[shard] = (*self._lately(shard), self._clock.now())
        self._left -= 1

    async def _wait_for_others(self, shard: int) -> None:
        """Wait until no other process has just begun a session with the same key."""
        key = shard % self._max_concurrency
        seconds = await self._among(key)
        if seconds is None:
            return
        await self.ask_shard_count()
        while seconds:
            await self._clock.until(self._clock.now() + seconds)
            seconds = await self._among(key)

    def _seconds_until(self, shard: int, now: float) -> float:
        """Return the seconds a shard has to wait: for its key, and twice as long each time it begins anew."""
        own = self._lately(shard)
        pause = min(SPACING_SECONDS * 2.0 ** (len(own) - 1), LONGEST_PAUSE_SECONDS)
        same_key = [other for other in self._began if (other - shard) % self._max_concurrency == 0]
        latest = max((self._began[other][-1] for other in same_key), default=now - SPACING_SECONDS)
        return max(0.0, latest + SPACING_SECONDS - now, own[-1] + pause - now if own else 0.0)

    def _lately(self, shard: int) -> tuple[float, ...]:
        # Future times don't count: a clock that was put back must not keep a shard waiting.
        now = self._clock.now()
        return tuple(at for at in self._began.get(shard, ()) if now - _LATELY_SECONDS < at <= now)
