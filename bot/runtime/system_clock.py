"""The machine's clock, as far as it is believed."""

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
"""By less than this the machine's clock may stray from the steady one without having been set."""


SLEW = 0.001
"""How much faster or slower than the steady clock small differences are made up for."""


HOLD_SECONDS = 60.0
"""A clock that was set is believed when it has stayed so for this time."""


_LOOK_SECONDS = 60.0
"""While anybody waits, time is looked at so often."""


class Believed:
    """What to make of a machine's clock (`wall`), which may be set, beside one that only goes on (`steady`).

    Small differences are followed slowly. A step is doubted, and time goes on by the steady clock; when the
    step has held for HOLD_SECONDS of it, the wall is believed, which is a jump. One that goes away again has
    never been. Where nobody has looked for longer than GRACE_SECONDS, the process stood still: a jump, too.
    A machine that slept has stopped its steady clock, and wakes up with a step."""

    def __init__(self, wall: Callable[[], float], steady: Callable[[], float]) -> None:
        self._wall = wall
        self._steady = steady
        self._time = wall()
        self._looked = steady()
        self._doubted: tuple[float, float] | None = None
        """By how much the wall was ahead of the steady clock when it was set, and when that was."""
        self.jumps = list[Jump]()

    def now(self) -> float:
        """Epoch seconds as they are believed; jumps that this look finds are added to `jumps`."""
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
        """Whether the wall has stood so far ahead for long enough; doubted from now on where it has not."""
        if self._doubted is None or abs(ahead - self._doubted[0]) > STEP_SECONDS:
            self._doubted = ahead, steady
        return steady - self._doubted[1] >= HOLD_SECONDS


def _machine() -> float:
    return time.time()


class SystemClock:
    """The machine's clock as far as it is believed, moved on by an offset when somebody sets one on purpose,
    which is no jump."""

    def __init__(
        self, wall: Callable[[], float] = _machine, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._believed = Believed(wall, steady)
        self._jumps = list[Jump]()
        self._offset = 0.0
        self._moved = asyncio.Event()
        self.is_set = asyncio.Event()
        """Whether an offset has been heard of."""

    def now(self) -> float:
        moment = self._believed.now()
        if self._believed.jumps:
            self._jumped()
        return moment + self._offset

    def jumps(self) -> list[Jump]:
        told, self._jumps = self._jumps, []
        return told

    def _jumped(self) -> None:
        """Keep what was found for whoever asks, and wake everybody who waits."""
        found, self._believed.jumps = self._believed.jumps, []
        self._jumps += (Jump(before + self._offset, after + self._offset) for before, after in found)
        for before, after in found:
            log.warning("the time jumped from %.0f to %.0f", before, after)
        self._wake()

    def _wake(self) -> None:
        self._moved.set()
        self._moved = asyncio.Event()

    async def until(self, moment: float) -> None:
        moved = self._moved
        # Looked at now and then: a wait counts by the steady clock, and time may go faster than that.
        while (left := moment - self.now()) > 0 and not moved.is_set():
            # Not wait_for, which forgets that it was cancelled when time moves at the same moment.
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, _LOOK_SECONDS)):
                    await moved.wait()

    def move(self, offset: float) -> None:
        """Set the offset in seconds and wake everybody who waits."""
        self._offset = offset
        self.is_set.set()
        self._wake()

    async def follow(self, address: str) -> None:
        """Follow a stream of JSON lines {"offset": seconds} for ever, reconnecting when it breaks."""
        forever = aiohttp.ClientTimeout(total=None)
        while True:
            try:
                async with aiohttp.ClientSession(timeout=forever) as session, session.get(address) as stream:
                    async for line in stream.content:
                        self.move(float(json.loads(line)["offset"]))
            except (aiohttp.ClientError, ValueError, KeyError) as error:
                log.warning("can't read the clock at %s: %s", address, error)
            await asyncio.sleep(_RECONNECT_SECONDS)
