"""How long answers took, counted from the moment at which an act was due. Pure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

LIMIT_SECONDS = 3.0
"""So long Discord waits for the first answer to an interaction."""


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many percent of all do not exceed (nearest rank); NaN of nothing."""
    if not values:
        return math.nan
    rank = max(1, math.ceil(len(values) * percent / 100))
    return sorted(values)[rank - 1]


class Tally:
    """What became of all acts.

    took: seconds by kind of act. missed: acts without an answer by when the limit counted from their due
    moment was over. failed: those that the playground called failed. refused: those that the playground's own
    form did not let pass, because what was to be tapped had changed meanwhile; no bot heard of them."""

    def __init__(self) -> None:
        self.took: defaultdict[str, list[float]] = defaultdict(list)
        self.missed: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def answered(self, kind: str, due: float, now: float, *, failed: bool = False) -> None:
        """An answer, or the end of waiting for one, at `now` to what was due at `due`."""
        took = now - due
        self.took[kind].append(took)
        self.missed[kind] += took > LIMIT_SECONDS
        self.failed[kind] += failed

    def all(self) -> list[float]:
        """The seconds of all acts."""
        return [took for each in self.took.values() for took in each]


def latency_line(name: str, seconds: Sequence[float]) -> str:
    """“accept  812   p50 21 ms   p99 140 ms   max 210 ms”."""
    shown = (f"{label} {1000 * value:7.0f} ms" for label, value in _points(seconds))
    return f"  {name:<14}{len(seconds):>8}   " + "   ".join(shown)


def _points(seconds: Sequence[float]) -> tuple[tuple[str, float], ...]:
    ordered = sorted(seconds)
    longest = ordered[-1] if ordered else math.nan
    return (("p50", percentile(ordered, 50)), ("p99", percentile(ordered, 99)), ("max", longest))
