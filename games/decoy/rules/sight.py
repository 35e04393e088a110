"""Sight: the squares that pieces and sides see. DP-14 to DP-16."""

from __future__ import annotations

from functools import cache

from games.decoy.rules.board import BIT, SIDE
from games.decoy.rules.pieces import CHANGES, KINDS, Pieces, fresh

Bumps = tuple[tuple[int, int], ...]
"""Pairs of squares (seat 0's, seat 1's) whose pieces see each other since one ran into the other. DP-15."""


def _is_square(rows: int, columns: int, vision: int) -> bool:
    return max(abs(rows), abs(columns)) <= vision


def _is_diamond(rows: int, columns: int, vision: int) -> bool:
    return abs(rows) + abs(columns) <= vision


def _is_circle(rows: int, columns: int, vision: int) -> bool:
    return rows * rows + columns * columns <= vision * vision


_SHAPES = {"square": _is_square, "diamond": _is_diamond, "circle": _is_circle}


@cache
def _reveal(shape: str) -> dict[int, int]:
    """Return the sets of squares that pieces see, by pieces without their last `CHANGES` bits."""
    return {
        fresh(square, kind) >> CHANGES: _find_area(square, KINDS[kind].vision, shape)
        for square in range(SIDE * SIDE)
        for kind in range(len(KINDS))
    }


def _find_area(square: int, vision: int, shape: str) -> int:
    (row, column), reveals = divmod(square, SIDE), _SHAPES[shape]
    return sum(
        BIT[r * SIDE + c] for r in range(SIDE) for c in range(SIDE) if reveals(r - row, c - column, vision)
    )


def sight(pieces: Pieces, shape: str) -> int:
    """Return the set of squares that a side sees, the union over its pieces; nothing blocks sight."""
    revealed, seen = _reveal(shape), 0
    for piece in pieces:
        seen |= revealed[piece >> CHANGES]
    return seen


def find_bumped(bumps: Bumps, seat: int) -> int:
    """Return the set of squares on which a seat sees an enemy only because the two pieces bumped."""
    return sum({BIT[pair[1 - seat]] for pair in bumps}) if bumps else 0


def bumps_without(bumps: Bumps, seat: int, squares: int) -> Bumps:
    """Return the bumps left after a seat's pieces on these squares have moved or been removed."""
    return tuple(pair for pair in bumps if not squares & BIT[pair[seat]]) if bumps else bumps
