"""A limit on this process's requests per second: its share of Discord's limit for a token.

Discord's documentation, “Global Rate Limit”: 50 requests a second, all processes together; answers to
interactions don't count. Beyond that it refuses with 429, and those refusals count toward a ban.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

A_SECOND = 50
"""Requests per second that Discord allows by default."""
_KEPT = 0.1
"""Share of the limit reserved for discord.py's retries and for requests that bunch up on the way."""


class RequestPace:
    """A queue for at most `most()` requests per second; `now` is a monotonic clock, in seconds."""

    def __init__(
        self,
        most: Callable[[], int],
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._most = most
        self._now = now
        self._sleep = sleep
        self._made = deque[float]()
        self._turn = asyncio.Lock()

    async def turn(self) -> None:
        """Wait until there is room for a request, and count it as made now; first come, first served."""
        async with self._turn:
            while (seconds := self._seconds()) > 0:
                await self._sleep(seconds)
            self._made.append(self._now())

    def _seconds(self) -> float:
        now, most = self._now(), max(1, int(self._most() * (1 - _KEPT)))
        while self._made and self._made[0] <= now - 1:
            self._made.popleft()
        return self._made[-most] + 1 - now if len(self._made) >= most else 0.0
