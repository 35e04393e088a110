"""The playground's clock, which can be advanced, and ids derived from it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Protocol

DISCORD_EPOCH = 1_420_070_400_000


class Clock(Protocol):
    """A source of the time in epoch seconds."""

    def now(self) -> float:
        """Return the time in epoch seconds."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> float:
        """Return the time in epoch seconds."""
        return time.time()


class ShiftedClock:
    """Another clock plus an offset in seconds, which can only grow."""

    def __init__(self, base: Clock) -> None:
        self.base = base
        self.offset = 0.0
        self.listeners: list[Callable[[], None]] = []
        self._moved = asyncio.Event()

    def now(self) -> float:
        """Return the shifted time in epoch seconds."""
        return self.base.now() + self.offset

    def advance(self, seconds: float) -> None:
        """Move the clock ahead by `seconds`; raise ValueError for a negative number."""
        if seconds < 0:
            raise ValueError("The clock can only be moved on. Give a number of seconds that is not negative.")
        self.offset += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
        for listener in list(self.listeners):
            listener()

    async def wait_until(self, moment: float) -> None:
        """Wait until the clock shows `moment` (epoch seconds), as time passes or the clock is advanced."""
        while (left := moment - self.now()) > 0:
            moved = self._moved
            # wait_for would swallow a cancellation that coincides with an advance of the clock.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await moved.wait()


class Snowflakes:
    """A generator of Discord ids, which are unique, increasing, and contain the time in milliseconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        """Return a new id, larger than all before it."""
        stamp = (int(self._clock.now() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(self._last + 1, stamp)
        return str(self._last)


def snowflake_at(moment: float, number: int = 0) -> str:
    """Return the id with serial `number` for a time in epoch seconds."""
    return str(((int(moment * 1000) - DISCORD_EPOCH) << 22) + number)
