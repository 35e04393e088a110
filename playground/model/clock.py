"""Time of the playground: a clock which can be moved on, and ids made from it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Protocol

DISCORD_EPOCH = 1_420_070_400_000


class Clock(Protocol):
    """Anything that tells the time in epoch seconds."""

    def now(self) -> float: ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> float:
        return time.time()


class ShiftedClock:
    """Another clock plus an offset in seconds that only grows."""

    def __init__(self, base: Clock) -> None:
        self.base = base
        self.offset = 0.0
        self.listeners: list[Callable[[], None]] = []
        self._moved = asyncio.Event()

    def now(self) -> float:
        return self.base.now() + self.offset

    def advance(self, seconds: float) -> None:
        """Move on by `seconds`; raises ValueError for a negative number."""
        if seconds < 0:
            raise ValueError("The clock can only be moved on. Give a number of seconds that is not negative.")
        self.offset += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
        for listener in list(self.listeners):
            listener()

    async def wait_until(self, moment: float) -> None:
        """Return once this clock shows `moment`, by passing time or by being moved on."""
        while (left := moment - self.now()) > 0:
            moved = self._moved
            # Not wait_for, which forgets that it was cancelled when the clock is moved at the same moment.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await moved.wait()


class Snowflakes:
    """Discord's ids: rising, unique, carrying the clock's milliseconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        """A new id, larger than all before it."""
        stamp = (int(self._clock.now() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(self._last + 1, stamp)
        return str(self._last)


def snowflake_at(moment: float, number: int = 0) -> str:
    """The id with serial `number` of a moment in epoch seconds."""
    return str(((int(moment * 1000) - DISCORD_EPOCH) << 22) + number)
