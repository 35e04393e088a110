"""Statistics on how long answers took, counted from the moment at which an act was due. Pure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from slowplay.terminal import Row

LIMIT_SECONDS = 3.0
"""How long Discord waits for the first answer to an interaction."""


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that `percent` of all values don't exceed (nearest rank); NaN if empty."""
    if not values:
        return math.nan
    rank = max(1, math.ceil(len(values) * percent / 100))
    return sorted(values)[rank - 1]


class Trouble(NamedTuple):
    """An act that failed or missed the limit, and when it was due."""

    kind: str
    due: float
    missed: bool
    failed: bool


class Gap(NamedTuple):
    """The time from the kill of a process until others had taken over all its work."""

    began: float
    ended: float


def is_within(trouble: Trouble, gaps: Iterable[Gap]) -> bool:
    """Return whether an act fell into a gap, when a killed process, or none, was responsible for it."""
    return any(gap.began - LIMIT_SECONDS <= trouble.due <= gap.ended for gap in gaps)


class Tally:
    """Outcomes of all acts.

    Attributes:
        took: Seconds by kind of act.
        missed: Acts answered later than the limit after their due moment.
        failed: Acts that the playground called failed.
        refused: Acts that the playground refused before they reached a bot, because the message had changed.
        troubles: Each act that was missed or failed.
    """

    def __init__(self) -> None:
        self.took: defaultdict[str, list[float]] = defaultdict(list)
        self.missed: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.troubles: list[Trouble] = []

    def count_answer(self, kind: str, due: float, now: float, *, failed: bool = False) -> None:
        """Count an act that was due at `due` and got its answer, or was given up, at `now`."""
        took = now - due
        self.took[kind].append(took)
        self.missed[kind] += took > LIMIT_SECONDS
        self.failed[kind] += failed
        if failed or took > LIMIT_SECONDS:
            self.troubles.append(Trouble(kind, due, took > LIMIT_SECONDS, failed))

    def all(self) -> list[float]:
        """Return the seconds of all acts."""
        return [took for each in self.took.values() for took in each]


def latency_row(name: str, seconds: Sequence[float]) -> Row:
    """Return a row with the number of answers and how long they took, in milliseconds."""
    return {
        "act": name,
        "count": len(seconds),
        "p50_ms": 1000 * percentile(seconds, 50),
        "p99_ms": 1000 * percentile(seconds, 99),
        "longest_ms": 1000 * max(seconds, default=math.nan),
    }
