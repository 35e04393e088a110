"""The machine's clock; a sudden change counts only after it has lasted."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress

import aiohttp

from bot.core.clock import GRACE_SECONDS, Jump

log = logging.getLogger(__name__)


_RECONNECT_SECONDS = 1.0


STEP_SECONDS = 2.0
"""Seconds by which the machine's clock may differ from the steady one without counting as set."""


SLEW = 0.001
"""Share of the steady clock's speed by which small differences are made up for."""


HOLD_SECONDS = 60.0
"""Seconds that a clock that was set must stay so to be believed."""


_LOOK_SECONDS = 60.0
"""Seconds between looks at the time while a task waits."""


class Believed:
    """The time to believe, by a machine's clock (`wall`), which may be set, and one that may not (`steady`).

    Small differences are made up for slowly. A step is doubted, and time follows the steady clock; when the
    step has held for HOLD_SECONDS of it, the wall is believed, which is a jump. A step that goes away again
    has no effect. If the time wasn't read for over GRACE_SECONDS, the process stood still: a jump, too.
    A machine that slept has stopped its steady clock, and wakes up with a step.
    """

    def __init__(self, wall: Callable[[], float], steady: Callable[[], float]) -> None:
        self._wall = wall
        self._steady = steady
        self._time = wall()
        self._looked = steady()
        self._doubted: tuple[float, float] | None = None
        """The seconds by which the wall was ahead of the steady clock when it was set, and when that was."""
        self.jumps = list[Jump]()

    def now(self) -> float:
        """Return the believed epoch seconds, and add any jumps found to `jumps`."""
        wall, steady = self._wall(), self._steady()
        passed, self._looked = steady - self._looked, steady
        expected = self._time + passed
        if passed > GRACE_SECONDS:
            self.jumps.append(Jump(self._time, expected))
        if abs(wall - expected) <= STEP_SECONDS:
            self._doubted = None
            self._time = expected + max(-SLEW * passed, min(SLEW * passed, wall - expected))
        elif self._has_held(wall - steady, steady):
            self._doubted = None
            self.jumps.append(Jump(expected, wall))
            self._time = wall
        else:
            self._time = expected
        return self._time

    def _has_held(self, ahead: float, steady: float) -> bool:
        """Return whether the wall has had this lead for long enough; from a new lead on, it's doubted."""
        if self._doubted is None or abs(ahead - self._doubted[0]) > STEP_SECONDS:
            self._doubted = ahead, steady
        return steady - self._doubted[1] >= HOLD_SECONDS


def _machine() -> float:
    return time.time()


class SystemClock:
    """The machine's clock as far as it is believed, plus an offset, whose changes are no jumps."""

    def __init__(
        self, wall: Callable[[], float] = _machine, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._believed = Believed(wall, steady)
        self._jumps = list[Jump]()
        self._offset = 0.0
        self._moved = asyncio.Event()
        self.is_set = asyncio.Event()
        """Set once an offset has been received."""

    def now(self) -> float:
        """Return the believed epoch seconds, plus the offset."""
        moment = self._believed.now()
        if self._believed.jumps:
            self._note_jumps()
        return moment + self._offset

    def jumps(self) -> list[Jump]:
        """Return the jumps found since the last call."""
        told, self._jumps = self._jumps, []
        return told

    def _note_jumps(self) -> None:
        """Keep the jumps found for the next call of `jumps`, and wake all waiting tasks."""
        found, self._believed.jumps = self._believed.jumps, []
        self._jumps += (Jump(before + self._offset, after + self._offset) for before, after in found)
        for before, after in found:
            log.warning("the time jumped from %.0f to %.0f", before, after)
        self._wake()

    def _wake(self) -> None:
        self._moved.set()
        self._moved = asyncio.Event()

    async def until(self, moment: float) -> None:
        """Wait until a moment in epoch seconds, or until the time jumps or is moved."""
        moved = self._moved
        # Look now and then: a wait counts by the steady clock, and time may go faster than that.
        while (left := moment - self.now()) > 0 and not moved.is_set():
            # Not wait_for, which forgets that it was canceled when time moves at the same moment.
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, _LOOK_SECONDS)):
                    await moved.wait()

    def move(self, offset: float) -> None:
        """Set the offset in seconds and wake all waiting tasks."""
        self._offset = offset
        self.is_set.set()
        self._wake()

    async def follow(self, address: str) -> None:
        """Follow a stream of JSON lines {"offset": seconds} forever, reconnecting when it breaks."""
        forever = aiohttp.ClientTimeout(total=None)
        while True:
            try:
                async with aiohttp.ClientSession(timeout=forever) as session, session.get(address) as stream:
                    async for line in stream.content:
                        self.move(float(json.loads(line)["offset"]))
            except (aiohttp.ClientError, ValueError, KeyError) as error:
                log.warning("can't read the clock at %s: %s", address, error)
            await asyncio.sleep(_RECONNECT_SECONDS)
