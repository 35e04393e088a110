"""Plays matches within a time limit, and computes the confidence interval of a share of points."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from slowplay.terminal import Advance

Kept = TypeVar("Kept")
Z = 1.96
"""Standard deviations within which 95% of a normal distribution lie."""
_AT_ONCE = 8


def interval(points: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a share of points."""
    share, weight = points / games, Z * Z / games
    middle = (share + weight / 2) / (1 + weight)
    half = Z * math.sqrt(share * (1 - share) / games + weight / games / 4) / (1 + weight)
    return middle - half, middle + half


def in_time(
    pool: Executor, play: Callable[[int], Kept], games: int, seconds: float, advance: Advance
) -> list[Kept]:
    """Play matches from number 0 on, until there are `games` or the seconds are over.

    The progress also counts matches that there was no time for.
    """
    matches, until = list[Kept](), time.monotonic() + seconds
    while len(matches) < games and time.monotonic() < until:
        few = range(len(matches), min(games, len(matches) + _AT_ONCE))
        for played in pool.map(play, few):
            matches.append(played)
            advance()
    advance(games - len(matches))
    return matches
