"""Tables of where pieces may step, slide and hop, by square."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, TypeVar

from games.ccc.rules.geometry import ORTHOGONAL, WIDTH, Ray, Rays, geometry
from games.ccc.rules.pieces import MOST_FLATS
from games.core.vocabulary.bits import members

_FILE_LINE, _RANK_LINE = ORTHOGONAL[:2], ORTHOGONAL[2:]

Table = TypeVar("Table", Rays, tuple[Rays, ...])


def bits_of(squares: Iterable[int]) -> int:
    """Return squares as a bit set."""
    found = 0
    for square in squares:
        found |= 1 << square
    return found


squares_in = lru_cache(maxsize=1 << 16)(members)
"""The squares of a bit set, rising. It is cached, since a search meets most sets again and again."""


@lru_cache(maxsize=1 << 12)
def foremost(seat: int, squares: int) -> tuple[int, ...]:
    """Return the squares of a bit set, those nearest to the enemy's edge first."""
    return tuple(sorted(squares_in(squares), key=lambda square: (square // WIDTH * (2 * seat - 1), square)))


class Slides(dict[int, int]):
    """The squares visible along some lines, up to the first piece on each, by the pieces on them.

    Keys hold only pieces on `inner`, since a piece on the last square of a line changes nothing.
    """

    def __init__(self, rays: Iterable[Ray]) -> None:
        super().__init__()
        self._rays = tuple(rays)
        self.inner = bits_of(square for ray in self._rays for square in ray[:-1])

    def __missing__(self, pieces: int) -> int:
        found = self[pieces] = bits_of(square for ray in self._rays for square in _open(ray, pieces))
        return found


def _open(ray: Ray, pieces: int) -> Ray:
    for place, square in enumerate(ray):
        if pieces >> square & 1:
            return ray[: place + 1]
    return ray


class Steps:
    """The tables of a board, by square; those that list moves first by seat, so that both sides list alike.

    They begin with those of `Geometry`; `struck` is what a collapsing Flat Stack reaches, by its Flats, as
    bits; `whole` is the board.
    """

    def __init__(self, ranks: int) -> None:
        board = geometry(ranks)
        self.ranks, self.rays = ranks, board.rays
        self.straight, self.slanting = board.straight, board.slanting
        self.first, self.then = board.first_hops, _by_seat(board.later_hops)
        self.crossing, self.diagonal = _by_seat(board.crossing), _by_seat(board.diagonal)
        self.cross, self.corners = _by_seat(board.cross), _by_seat(board.corners)
        self.near = _by_seat(tuple(near[::-1] for near in board.near))
        self.bits = board.near_bits
        self.whole = bits_of(range(len(board.rays)))
        self.free = [self.whole ^ bits for bits in self.bits]
        self.around = [
            bits_of(other for beside in near for other in board.near[beside]) for near in board.near
        ]
        self.diagonals = [bits_of(square for ray in rays for square in ray) for rays in board.diagonal]
        self.slides = [Slides(rays) for rays in board.diagonal]
        self.file_slides = [Slides(ray[d] for d in _FILE_LINE) for ray in board.rays]
        self.rank_slides = [Slides(ray[d] for d in _RANK_LINE) for ray in board.rays]
        self.blows = [
            [_blows(crossing, flats) for flats in range(MOST_FLATS + 1)] for crossing in board.crossing
        ]
        self.struck = [
            [bits_of(sq for _, bits in blows for sq in squares_in(bits)) for blows in by] for by in self.blows
        ]
        self.left, self.right = (bits_of(range(file, len(board.rays), WIDTH)) for file in (0, WIDTH - 1))

    def find_seen(self, square: int, pieces: int) -> int:
        """Return what a Torus sees, as bits: its lines up to the first piece, and the squares around it."""
        return self.bits[square] | self.find_lines(square, pieces)

    def find_lines(self, square: int, pieces: int) -> int:
        """Return the lines of a Torus up to the first piece on each, as bits."""
        ranks, files = self.rank_slides[square], self.file_slides[square]
        return ranks[pieces & ranks.inner] | files[pieces & files.inner]

    def before(self, seat: int, straight: int, slanting: int) -> int:
        """Return, as bits, the squares from which a Flat of a seat can act on others, given as bits.

        It steps straight to those in `straight`, or attacks diagonally those in `slanting`.
        """
        beside = (straight & ~self.left) >> 1 | (straight & ~self.right) << 1
        to_left, to_right = slanting & ~self.right, slanting & ~self.left
        if seat == 0:
            return beside | straight >> WIDTH | to_left >> WIDTH - 1 | to_right >> WIDTH + 1
        return beside | straight << WIDTH | to_left << WIDTH + 1 | to_right << WIDTH - 1

    def find_reached(self, seat: int, flats: int) -> int:
        """Return the squares, as bits, that the Flats of a seat can step to."""
        forwards = flats << WIDTH if seat == 0 else flats >> WIDTH
        return (flats & ~self.left) >> 1 | (flats & ~self.right) << 1 | forwards

    def find_beside(self, squares: int) -> int:
        """Return, as bits, the squares that are orthogonally next to others."""
        across = (squares & ~self.left) >> 1 | (squares & ~self.right) << 1
        return (across | squares << WIDTH | squares >> WIDTH) & self.whole

    def find_around(self, squares: int) -> int:
        """Return, as bits, some squares and those next to them in any direction."""
        wide = squares | (squares & ~self.left) >> 1 | (squares & ~self.right) << 1
        return (wide | wide << WIDTH | wide >> WIDTH) & self.whole


def _by_seat(table: Table) -> tuple[Table, Table]:
    """Return a table of squares by square as it is for White, and as Black sees it from the other edge."""
    last = len(table) // WIDTH - 1

    def flip(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(flip, value))
        return value + (last - 2 * (value // WIDTH)) * WIDTH

    return table, flip(tuple(table[flip(square)] for square in range(len(table))))


def _blows(crossing: tuple[Ray, ...], flats: int) -> tuple[tuple[int, int], ...]:
    """Return (Strength, squares as bits) for each distance that a collapsing Flat Stack reaches."""
    return tuple(
        (flats - place, bits_of(ray[place] for ray in crossing if len(ray) > place)) for place in range(flats)
    )


@cache
def steps(ranks: int) -> Steps:
    """Return the tables of the board with this many ranks."""
    return Steps(ranks)
