"""How long answers took, counted from the moment at which an act was due. Pure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from slowplay.terminal import Row

LIMIT_SECONDS = 3.0
"""So long Discord waits for the first answer to an interaction."""


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many percent of all do not exceed (nearest rank); NaN of nothing."""
    if not values:
        return math.nan
    rank = max(1, math.ceil(len(values) * percent / 100))
    return sorted(values)[rank - 1]


class Trouble(NamedTuple):
    """An act that failed, or missed the limit, and when it was due."""

    kind: str
    due: float
    missed: bool
    failed: bool


class Gap(NamedTuple):
    """From when a process was killed until others had taken over all that it had."""

    began: float
    ended: float


def is_within(trouble: Trouble, gaps: Iterable[Gap]) -> bool:
    """Whether somebody met a process that was being killed: it had their act, or nobody had it yet."""
    return any(gap.began - LIMIT_SECONDS <= trouble.due <= gap.ended for gap in gaps)


class Tally:
    """What became of all acts.

    took: seconds by kind of act. missed: acts without an answer by when the limit counted from their due
    moment was over. failed: those that the playground called failed. refused: those that the playground's own
    form did not let pass, because what was to be tapped had changed meanwhile; no bot heard of them.
    troubles: each act that was missed or failed.
    """

    def __init__(self) -> None:
        self.took: defaultdict[str, list[float]] = defaultdict(list)
        self.missed: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.troubles: list[Trouble] = []

    def answered(self, kind: str, due: float, now: float, *, failed: bool = False) -> None:
        """An answer, or the end of waiting for one, at `now` to what was due at `due`."""
        took = now - due
        self.took[kind].append(took)
        self.missed[kind] += took > LIMIT_SECONDS
        self.failed[kind] += failed
        if failed or took > LIMIT_SECONDS:
            self.troubles.append(Trouble(kind, due, took > LIMIT_SECONDS, failed))

    def all(self) -> list[float]:
        """The seconds of all acts."""
        return [took for each in self.took.values() for took in each]


def latency_row(name: str, seconds: Sequence[float]) -> Row:
    """How many answers there were, and how long they took, in milliseconds."""
    return {
        "act": name,
        "count": len(seconds),
        "p50_ms": 1000 * percentile(seconds, 50),
        "p99_ms": 1000 * percentile(seconds, 99),
        "longest_ms": 1000 * max(seconds, default=math.nan),
    }
