"""The squares that a piece can go to in one turn and strike from there, as sets. DP-9 to DP-11."""

from __future__ import annotations

from games.decoy.rules.board import ALL, BIT, DIAGONAL, SIDE, squares_in, towards, with_beside, with_near
from games.decoy.rules.pieces import KINDS
from games.decoy.rules.state import POINTS

Squares = int
Sets = tuple[Squares, ...]
"""A set of squares for 0, 1, 2 and 3 points of movement."""

_CORNERS = tuple(towards(square, DIAGONAL) for square in range(SIDE * SIDE))


def with_corners(squares: Squares) -> Squares:
    """Return a set of squares together with all their diagonal neighbors."""
    found = squares
    for square in squares_in(squares):
        found |= _CORNERS[square]
    return found


GROWN = (with_near, with_beside, with_near, with_corners, with_near)
"""For each kind, a function from a set of squares to these and all that are one step away."""


def reach(square: int, kind: int, free: Squares) -> Sets:
    """Return the sets of squares that a rested piece can reach when it may step on `free` squares."""
    found, sets = BIT[square], [BIT[square]]
    for _ in range(KINDS[kind].reach):
        found |= GROWN[kind](found) & free
        sets.append(found)
    return (*sets, *[found] * (POINTS - KINDS[kind].reach))


_EVER = tuple(
    tuple(reach(square, kind, ALL)[-1] for square in range(SIDE * SIDE)) for kind in range(len(KINDS))
)


class Strikes:
    """The squares that pieces can strike in one turn, computed once for each set of obstacles."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int, Squares], Sets] = {}

    def __call__(self, square: int, kind: int, free: Squares) -> Sets:
        """Return the squares that a piece can strike with 0, 1, 2 and 3 points."""
        key = square, kind, free & _EVER[kind][square]
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = tuple(map(with_near, reach(square, kind, free)))
        return found


def points_to(strikes: Sets, square: Squares) -> int:
    """Return the points that a piece needs to strike a square that it can strike."""
    return next(points for points, struck in enumerate(strikes) if struck & square)
