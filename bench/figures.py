"""What benchmarks report: figures with their spread, beside the goals that were set for them."""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from operator import ge, le, lt
from typing import NamedTuple

from slowplay.terminal import Row

Ends = Callable[[Sequence[float]], tuple[float, float]]

_MEETS: Mapping[str, Callable[[float, float], bool]] = {"at least": ge, "at most": le, "below": lt}


class Goal(NamedTuple):
    """What a median should be. sense: `at least`, `at most`, or `below`."""

    sense: str
    bound: float

    def is_met(self, value: float) -> bool:
        """Whether a value meets it."""
        return _MEETS[self.sense](value, self.bound)


def extremes(values: Sequence[float]) -> tuple[float, float]:
    """The lowest and the highest value."""
    return min(values), max(values)


def quartiles(values: Sequence[float]) -> tuple[float, float]:
    """The values between which the middle half lies."""
    low, _, high = statistics.quantiles(values, n=4)
    return low, high


def figure(
    of: str, what: str, values: Sequence[float], goal: Goal | None = None, ends: Ends = extremes
) -> Row:
    """One row: the median of some values, between which two they lie, and whether it meets its goal."""
    low, high = ends(values)
    return {**known(of, what, statistics.median(values), goal), "low": low, "high": high}


def known(of: str, what: str, value: float, goal: Goal | None = None) -> Row:
    """The same for a value that stands alone."""
    return {
        "of": of,
        "figure": what,
        "value": value,
        "low": None,
        "high": None,
        "goal": None if goal is None else f"{goal.sense} {goal.bound:g}",
        "met": None if goal is None else goal.is_met(value),
    }


def ratios(mine: Sequence[float], others: Sequence[float]) -> list[float]:
    """The ratios of values that were measured side by side."""
    return [one / other for one, other in zip(mine, others, strict=True)]


def warn_when_busy() -> None:
    """Say so on standard error when others take the processors: then everything waits for the scheduler."""
    load, processors = os.getloadavg()[0], os.cpu_count() or 1
    if load > processors / 2:
        print(
            f"Others keep this machine busy (load {load:.1f}, {processors} processors): measure again alone.",
            file=sys.stderr,
        )
