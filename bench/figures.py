"""Figures that benchmarks report, with their spread and their goals."""

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
    """A bound for a median; `sense` is `at least`, `at most`, or `below`."""

    sense: str
    bound: float

    def is_met(self, value: float) -> bool:
        """Return whether a value meets the goal."""
        return _MEETS[self.sense](value, self.bound)


def extremes(values: Sequence[float]) -> tuple[float, float]:
    """Return the lowest and the highest value."""
    return min(values), max(values)


def quartiles(values: Sequence[float]) -> tuple[float, float]:
    """Return the first and the third quartile."""
    low, _, high = statistics.quantiles(values, n=4)
    return low, high


def figure(
    of: str, what: str, values: Sequence[float], goal: Goal | None = None, ends: Ends = extremes
) -> Row:
    """Return a row of the report: the median of some values, their spread, and whether it meets its goal."""
    low, high = ends(values)
    return {**build_row(of, what, statistics.median(values), goal), "low": low, "high": high}


def build_row(of: str, what: str, value: float, goal: Goal | None = None) -> Row:
    """Return a row of the report for a single value without spread."""
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
    """Return the pairwise ratios of values that were measured side by side."""
    return [value / other for value, other in zip(mine, others, strict=True)]


def warn_when_busy() -> None:
    """Warn on standard error if other programs keep the processors busy, since that distorts timings."""
    load, processors = os.getloadavg()[0], os.cpu_count() or 1
    if load > processors / 2:
        print(
            f"Others keep this machine busy (load {load:.1f}, {processors} processors): measure again alone.",
            file=sys.stderr,
        )
