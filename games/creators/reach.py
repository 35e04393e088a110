"""Which cells the pawns of a side can land on, as integers with one byte a cell, so that one shift moves all
of them at once. Cells count as on the board: cell 0 is the lowest byte."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.creators.geometry import DIE_FACES, DIRECTIONS
from games.creators.rules import OWN

_BITS = 8
"""Of a cell; the lowest one is set when it is in a set."""

Shift = tuple[int, int]
"""By how many bits (negative: down), and the cells that stay inside the board."""


def pawns_of(board: bytes, seat: int) -> int:
    """The cells on which a seat's pawns stand."""
    return int.from_bytes(board.translate(OWN[seat]), "little")


def set_of(cells: Iterable[int]) -> int:
    """A set of cells."""
    return sum(1 << _BITS * cell for cell in set(cells))


def landing(pawns: int, shifts: tuple[Shift, ...]) -> int:
    """Every cell on which one of these pawns can land; CVD-19: what lies between does not matter."""
    landed = 0
    for by, inside in shifts:
        moving = pawns & inside
        landed |= moving << by if by > 0 else moving >> -by
    return landed


@cache
def all_shifts(size: int) -> tuple[tuple[Shift, ...], ...]:
    """For each face of the die the eight lines of an N×N board. CVD-20."""
    return tuple(tuple(_shift(size, die, *direction) for direction in DIRECTIONS) for die in DIE_FACES)


def _shift(size: int, die: int, down: int, right: int) -> Shift:
    inside = (
        row * size + column
        for row in range(size)
        for column in range(size)
        if 0 <= row + down * die < size and 0 <= column + right * die < size
    )
    return _BITS * die * (down * size + right), set_of(inside)
