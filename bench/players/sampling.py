"""Play matches while there is time, and tell how sure a share of their points is."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from slowplay.terminal import Advance

Kept = TypeVar("Kept")
Z = 1.96
_AT_ONCE = 8


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
    share, weight = points / games, Z * Z / games
    middle = (share + weight / 2) / (1 + weight)
    half = Z * math.sqrt(share * (1 - share) / games + weight / games / 4) / (1 + weight)
    return middle - half, middle + half


def in_time(
    pool: Executor, one: Callable[[int], Kept], games: int, seconds: float, advance: Advance
) -> list[Kept]:
    """The matches from number 0 on, a few at a time, until there are enough or the time is over; those that
    there was no time for count as dealt with."""
    matches, until = list[Kept](), time.monotonic() + seconds
    while len(matches) < games and time.monotonic() < until:
        few = range(len(matches), min(games, len(matches) + _AT_ONCE))
        for played in pool.map(one, few):
            matches.append(played)
            advance()
    advance(games - len(matches))
    return matches
