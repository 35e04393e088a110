"""The board, 8 files wide and 8 or 10 ranks high; a square is rank × 8 + file, from 0. CCC-1, CCC-5."""

from __future__ import annotations

from functools import cache

import msgspec

FILES = "abcdefgh"
WIDTH = 8
MOST_RANKS = 10

DIRECTIONS: tuple[str, ...] = ("+", "-", ">", "<", "+>", "+<", "->", "-<")
"""Up, down, right, left and the diagonals, always as White sees them. docs/rulings/ccc.md, “Notation”."""
ORTHOGONAL = (0, 1, 2, 3)
DIAGONAL = (4, 5, 6, 7)
EVERY = ORTHOGONAL + DIAGONAL
_STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))

FLAT_STEPS = ((2, 3, 0), (2, 3, 1))
"""The directions in which each seat's Flats move: right, left, forward. CCC-21."""
FLAT_DIAGONALS = ((4, 5), (6, 7))
"""The diagonally forward directions of each seat. CCC-22."""


class Geometry(msgspec.Struct, frozen=True):
    """A board of a certain size.

    Attributes:
        ranks: The number of ranks.
        names: The name of each square.
        square_of: The square of each name.
        rays: By square and direction, the squares in a line up to the edge.
        near: By square, the squares around it.
        near_bits: By square, the squares around it as a bit set.
        steps: By square, each direction that stays on the board with the square next to it there.
    """

    ranks: int
    names: tuple[str, ...]
    square_of: dict[str, int]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    near: tuple[tuple[int, ...], ...]
    near_bits: tuple[int, ...]
    steps: tuple[tuple[tuple[int, int], ...], ...]


@cache
def geometry(ranks: int) -> Geometry:
    """Return the board with this many ranks."""
    names = tuple(f"{file}{rank}" for rank in range(1, ranks + 1) for file in FILES)
    squares = range(len(names))
    rays = tuple(tuple(_ray(square, step, ranks) for step in _STEPS) for square in squares)
    near = tuple(tuple(sorted(ray[0] for ray in rays[square] if ray)) for square in squares)
    bits = tuple(sum(1 << other for other in around) for around in near)
    steps = tuple(tuple((d, ray[0]) for d, ray in enumerate(rays[square]) if ray) for square in squares)
    numbers = {name: square for square, name in enumerate(names)}
    return Geometry(ranks, names, numbers, rays, near, bits, steps)


def _ray(square: int, step: tuple[int, int], ranks: int) -> tuple[int, ...]:
    rank, file = divmod(square, WIDTH)
    found = []
    while 0 <= (file := file + step[0]) < WIDTH and 0 <= (rank := rank + step[1]) < ranks:
        found.append(rank * WIDTH + file)
    return tuple(found)


def direction_between(board: Geometry, source: int, target: int) -> int | None:
    """Return the direction from one square to another, or None if they aren't in line."""
    return next((d for d in EVERY if target in board.rays[source][d]), None)
