"""The board, 8 files wide and 8 or 10 ranks high; a square is rank × 8 + file, from 0. CCC-1, CCC-5."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

import msgspec

FILES = "abcdefgh"
WIDTH = 8
MOST_RANKS = 10
_CUBE_REACH = 5

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


Ray = tuple[int, ...]
Rays = tuple[Ray, ...]
Look = Callable[[Any], tuple[Any, ...]]
"""A function that picks the pieces on some squares from a board."""


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
        straight: By seat and square, a Flat's steps.
        slanting: By seat and square, a Flat's diagonal attacks.
        ahead: By seat and square, a function that picks a Flat and the pieces in its reach from a board.
        first_hops: By seat and square, the first hops of a Flat: the square hopped over, and the landing.
        later_hops: By square, the hops that may follow.
        cross: By square, the squares orthogonally next to it.
        corners: By square, the squares diagonally next to it.
        crossing: By square, the orthogonal lines up to the edge.
        diagonal: By square, the diagonal lines up to the edge.
    """

    ranks: int
    names: tuple[str, ...]
    square_of: dict[str, int]
    rays: tuple[Rays, ...]
    near: Rays
    near_bits: tuple[int, ...]
    steps: tuple[tuple[tuple[int, int], ...], ...]
    straight: tuple[Rays, Rays]
    slanting: tuple[Rays, Rays]
    ahead: tuple[tuple[Look, ...], tuple[Look, ...]]
    first_hops: tuple[tuple[Rays, ...], tuple[Rays, ...]]
    later_hops: tuple[Rays, ...]
    cross: Rays
    corners: Rays
    crossing: tuple[Rays, ...]
    diagonal: tuple[Rays, ...]


@cache
def geometry(ranks: int) -> Geometry:
    """Return the board with this many ranks."""
    names = tuple(f"{file}{rank}" for rank in range(1, ranks + 1) for file in FILES)
    squares = range(len(names))
    rays = tuple(tuple(_ray(square, step, ranks) for step in _STEPS) for square in squares)
    near = tuple(tuple(sorted(ray[0] for ray in around if ray)) for around in rays)
    straight = (_next(rays, FLAT_STEPS[0]), _next(rays, FLAT_STEPS[1]))
    slanting = (_next(rays, FLAT_DIAGONALS[0]), _next(rays, FLAT_DIAGONALS[1]))
    first_hops = (FLAT_STEPS[0] + FLAT_DIAGONALS[0], FLAT_STEPS[1] + FLAT_DIAGONALS[1])
    return Geometry(
        ranks=ranks,
        names=names,
        square_of={name: square for square, name in enumerate(names)},
        rays=rays,
        near=near,
        near_bits=tuple(sum(1 << other for other in around) for around in near),
        steps=tuple(tuple((d, ray[0]) for d, ray in enumerate(around) if ray) for around in rays),
        straight=straight,
        slanting=slanting,
        ahead=(_looks(straight[0], slanting[0]), _looks(straight[1], slanting[1])),
        first_hops=(_hops(rays, first_hops[0]), _hops(rays, first_hops[1])),
        later_hops=_hops(rays, EVERY),
        cross=_next(rays, ORTHOGONAL),
        corners=_next(rays, DIAGONAL),
        crossing=_lines(rays, ORTHOGONAL),
        diagonal=_lines(rays, DIAGONAL),
    )


def _ray(square: int, step: tuple[int, int], ranks: int) -> Ray:
    rank, file = divmod(square, WIDTH)
    found = []
    while 0 <= (file := file + step[0]) < WIDTH and 0 <= (rank := rank + step[1]) < ranks:
        found.append(rank * WIDTH + file)
    return tuple(found)


def _lines(rays: tuple[Rays, ...], directions: tuple[int, ...]) -> tuple[Rays, ...]:
    """Return by square the lines in some directions that stay on the board."""
    return tuple(tuple(around[d] for d in directions if around[d]) for around in rays)


def _next(rays: tuple[Rays, ...], directions: tuple[int, ...]) -> Rays:
    """Return by square the squares next to it in some directions."""
    return tuple(tuple(ray[0] for ray in lines) for lines in _lines(rays, directions))


def _looks(straight: Rays, slanting: Rays) -> tuple[Look, ...]:
    """Return by square a function that picks the pieces on it and on its given neighbors from a board."""
    around = zip(range(len(straight)), straight, slanting, strict=True)
    return tuple(itemgetter(*(square, *near, *far)) for square, near, far in around)


def _hops(rays: tuple[Rays, ...], directions: tuple[int, ...]) -> tuple[Rays, ...]:
    """Return by square the first two squares in some directions, if both are on the board."""
    return tuple(tuple(ray[:2] for ray in lines if len(ray) > 1) for lines in _lines(rays, directions))


@lru_cache(maxsize=4096)
def leaps(ranks: int, square: int, zone: int) -> tuple[int, ...]:
    """Return the squares in a Cube's reach, in each direction up to the first in the zone. CCC-29, CCC-36."""
    found = list[int]()
    for ray in geometry(ranks).rays[square]:
        for target in ray[:_CUBE_REACH]:
            found.append(target)
            if zone >> target & 1:
                break
    return tuple(found)


def direction_between(board: Geometry, source: int, target: int) -> int | None:
    """Return the direction from one square to another, or None if they aren't in line."""
    return next((d for d in EVERY if target in board.rays[source][d]), None)
