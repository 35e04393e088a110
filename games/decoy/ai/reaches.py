"""Where a piece can go in one turn, and what it can strike from there: as sets of squares. DP-9 to DP-11."""

from __future__ import annotations

from games.decoy.rules.board import ALL, BIT, DIAGONAL, SIDE, squares_in, towards, with_beside, with_near
from games.decoy.rules.pieces import KINDS
from games.decoy.rules.state import POINTS

Squares = int
Sets = tuple[Squares, ...]
"""A set of squares for 0, 1, 2 and 3 points of movement."""

_CORNERS = tuple(towards(square, DIAGONAL) for square in range(SIDE * SIDE))


def with_corners(squares: Squares) -> Squares:
    """A set and the diagonal neighbours of all its squares."""
    found = squares
    for square in squares_in(squares):
        found |= _CORNERS[square]
    return found


GROWN = (with_near, with_beside, with_near, with_corners, with_near)
"""For each kind: a set of squares → these and all that are one step away."""


def reach(square: int, kind: int, free: Squares) -> Sets:
    """The squares on which a rested piece can stand, when it may step on `free` ones."""
    found, sets = BIT[square], [BIT[square]]
    for _ in range(KINDS[kind].reach):
        found |= GROWN[kind](found) & free
        sets.append(found)
    return (*sets, *[found] * (POINTS - KINDS[kind].reach))


_EVER = tuple(
    tuple(reach(square, kind, ALL)[-1] for square in range(SIDE * SIDE)) for kind in range(len(KINDS))
)


class Strikes:
    """What pieces can strike in one turn, found once for each way in which they are blocked."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int, Squares], Sets] = {}

    def __call__(self, square: int, kind: int, free: Squares) -> Sets:
        key = square, kind, free & _EVER[kind][square]
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = tuple(map(with_near, reach(square, kind, free)))
        return found


def points_to(strikes: Sets, square: Squares) -> int:
    """How many points a piece needs to strike a square that it can strike."""
    return next(points for points, struck in enumerate(strikes) if struck & square)
