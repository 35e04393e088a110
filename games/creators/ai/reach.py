"""Where pawns can land, as integers with one bit a cell, so that one shift moves all of them at once.

Cells count as on the board: cell 0 is the lowest bit.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.creators.rules.geometry import DIE_FACES, DIRECTIONS

_DIGITS = tuple(bytes(ord("1") if value == seat + 1 else ord("0") for value in range(256)) for seat in (0, 1))

Shift = tuple[int, int]
"""The number of bits to shift by (negative: down), and the cells that stay inside the board."""

Lines = tuple[Shift, ...]
"""The eight lines of one face of the die."""


Reach = tuple[int, ...]
"""For each face of the die, the set of cells on which some pawns can land."""


def pawns_of(board: bytes, seat: int) -> int:
    """Return the set of cells on which a seat's pawns stand."""
    return int(board.translate(_DIGITS[seat])[::-1], 2)


def set_of(cells: Iterable[int]) -> int:
    """Return cells as a set of bits."""
    return sum(1 << cell for cell in set(cells))


def landing(pawns: int, lines: Lines) -> int:
    """Return every cell on which one of these pawns can land; pawns on the way don't matter (CVD-19)."""
    landed = 0
    for by, inside in lines:
        moving = pawns & inside
        landed |= moving << by if by > 0 else moving >> -by
    return landed


class Landings:
    """A cache of where sets of pawns can land on an N×N board, made for one choice of an action."""

    def __init__(self, size: int) -> None:
        self._lines, self._by_cell = all_lines(size), _landings_by_cell(size)
        self._of: dict[int, Reach] = {}
        self._anywhere: dict[int, int] = {}

    def of(self, pawns: int) -> Reach:
        """Return where these pawns can land, for each face."""
        found = self._of.get(pawns)
        if found is None:
            found = self._of[pawns] = tuple([landing(pawns, lines) for lines in self._lines])
        return found

    def after(self, pawns: int, source: int, target: int) -> Reach:
        """Return where these pawns can land after one has moved; both squares are sets of one cell."""
        cell = target.bit_length() - 1
        rest = self.of(pawns ^ source)
        return tuple([reach | table[cell] for reach, table in zip(rest, self._by_cell, strict=True)])

    def anywhere(self, pawns: int) -> int:
        """Return where these pawns can land with any face."""
        found = self._anywhere.get(pawns)
        if found is None:
            found = 0
            for reach in self.of(pawns):
                found |= reach
            self._anywhere[pawns] = found
        return found


@cache
def all_lines(size: int) -> tuple[Lines, ...]:
    """Return the eight lines of an N×N board for each face of the die. CVD-20."""
    return tuple(tuple(_shift(size, die, *direction) for direction in DIRECTIONS) for die in DIE_FACES)


@cache
def _landings_by_cell(size: int) -> tuple[Reach, ...]:
    """Return for each face and each board cell where a pawn there can land."""
    return tuple(tuple(landing(1 << cell, lines) for cell in range(size * size)) for lines in all_lines(size))


def _shift(size: int, die: int, down: int, right: int) -> Shift:
    inside = (
        row * size + column
        for row in range(size)
        for column in range(size)
        if 0 <= row + down * die < size and 0 <= column + right * die < size
    )
    return die * (down * size + right), set_of(inside)
