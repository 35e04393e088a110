"""Load on a bot: taps as fast as the answers come, or at moments independent of the answers."""

from __future__ import annotations

import asyncio
import math
import random
import statistics
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

from bench.bot.people import Tapper


class Tapped(NamedTuple):
    """One tap.

    Attributes:
        ended: When its answer was there, in seconds.
        took: Seconds from when it was due until then.
        moved: Whether it ended a whole move.
    """

    ended: float
    took: float
    moved: bool


class Load(NamedTuple):
    """The taps of one run."""

    seconds: float
    taps: list[Tapped]

    @property
    def moves(self) -> int:
        """Number of whole moves."""
        return sum(tap.moved for tap in self.taps)

    @property
    def taps_a_second(self) -> float:
        """Taps per second."""
        return len(self.taps) / self.seconds

    @property
    def moves_a_second(self) -> float:
        """Whole moves per second."""
        return self.moves / self.seconds

    def milliseconds(self, percent: int) -> float:
        """Return a percentile of the latency, in milliseconds."""
        return percentile([tap.took for tap in self.taps], percent)


def percentile(seconds: Sequence[float], percent: int) -> float:
    """Return the percentile in milliseconds; NaN if empty."""
    if len(seconds) < 2:
        return 1000 * sum(seconds) if seconds else math.nan
    return 1000 * statistics.quantiles(seconds, n=100, method="inclusive")[percent - 1]


def has_tap(taps: Sequence[Tapped]) -> bool:
    """Return whether there is any tap to count."""
    return bool(taps)


def has_move(taps: Sequence[Tapped]) -> bool:
    """Return whether there is a whole move to count."""
    return any(tap.moved for tap in taps)


async def run_closed_loop(
    tappers: Sequence[Tapper], seconds: float, enough: Callable[[Sequence[Tapped]], bool]
) -> Load:
    """Let all tappers tap again as soon as the last answer is there, for `seconds` or until it's enough."""
    taps, began = list[Tapped](), perf_counter()

    def goes_on() -> bool:
        return perf_counter() - began <= seconds or not enough(taps)

    async def keep_tapping(tapper: Tapper) -> None:
        while not tapper.over and goes_on():
            await _tap(tapper, perf_counter(), taps)

    async with asyncio.TaskGroup() as group:
        for tapper in tappers:
            group.create_task(keep_tapping(tapper))
    # After `seconds` some tappers had stopped, so later taps don't count.
    within = [tap for tap in taps if tap.ended <= began + seconds]
    return Load(seconds, within) if enough(within) else Load(perf_counter() - began, taps)


async def run_open_loop(tappers: Sequence[Tapper], seconds: float, rate: float, rng: random.Random) -> Load:
    """Let taps fall due at random, `rate` a second on average, regardless of earlier answers.

    Each is timed from the moment at which it was due; any free tapper takes it.
    """
    free: asyncio.Queue[Tapper] = asyncio.Queue()
    for tapper in tappers:
        free.put_nowait(tapper)
    taps, began = list[Tapped](), perf_counter()

    async def tap_once(due: float) -> None:
        tapper = await free.get()
        await _tap(tapper, due, taps)
        if not tapper.over:
            free.put_nowait(tapper)

    due = began + rng.expovariate(rate)
    async with asyncio.TaskGroup() as group:
        while due < began + seconds:
            await asyncio.sleep(due - perf_counter())
            group.create_task(tap_once(due))
            due += rng.expovariate(rate)
    return Load(seconds, taps)


async def _tap(tapper: Tapper, due: float, taps: list[Tapped]) -> None:
    moved = await tapper.tap()
    ended = perf_counter()
    taps.append(Tapped(ended, ended - due, moved))
