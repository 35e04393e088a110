"""Plays matches within a time limit, and computes the confidence interval of a share of points."""

from __future__ import annotations

import math
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from typing import TypeVar

from slowplay.terminal import Advance, Row, Table, progress, show

Kept = TypeVar("Kept")
Pair = TypeVar("Pair")
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


def show_results(
    pairings: Sequence[Pair],
    play: Callable[[Pair, int, int], Kept],
    row: Callable[[Pair, Sequence[Kept]], Row],
    parsed: Namespace,
    table: tuple[str, str],
) -> None:
    """Play all pairings, and print a row of each.

    Args:
        pairings: The pairings, in order.
        play: (pairing, budget, number) → what's kept of the match of this number.
        row: (pairing, all that was kept) → its row.
        parsed: The arguments `games`, `processes`, `budget`, `minutes` (for each pairing), and `json`.
        table: The name and the title of the table.
    """
    rows = list[Row]()
    try:
        with (
            ProcessPoolExecutor(parsed.processes) as pool,
            progress("Matches", len(pairings) * parsed.games) as advance,
        ):
            for pairing in pairings:
                one = partial(play, pairing, parsed.budget)
                rows.append(row(pairing, in_time(pool, one, parsed.games, 60 * parsed.minutes, advance)))
    finally:
        # When a run of hours is stopped, the finished results are still shown.
        show([Table(*table, rows)], as_json=parsed.json)
