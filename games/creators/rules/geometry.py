"""Squares, moves and straight lines of an N×N board; cells are numbered row by row from the top left."""

from __future__ import annotations

from functools import cache

import msgspec

DIRECTIONS: tuple[tuple[int, int], ...] = (
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
)
"""The eight directions as (rows down, columns right), in the order of CVD-39."""

DIE_FACES = range(1, 7)

EMPTY = 0
"""The board's value for an empty cell; a pawn of seat s is s + 1."""


class Roll(msgspec.Struct, frozen=True, gc=False):
    """The action of rolling the die."""


class Move(msgspec.Struct, frozen=True, gc=False):
    """The action of moving a pawn between two squares; `capture` if an enemy pawn is on the target."""

    source: str
    target: str
    capture: bool


Action = Roll | Move

Line = tuple[int, "tuple[Move | None, Move | None, Move | None]"]
"""A target cell, and the move there by its content: empty, seat 0's pawn, seat 1's (None: illegal)."""


class Geometry(msgspec.Struct, frozen=True, eq=False):
    """The tables of one board size.

    Attributes:
        distance: The die that leads from one cell to another, for each pair of cells on a line.
        lines: `lines[seat][die][cell]` holds every straight line of `die` cells inside the board, in the
            order of CVD-39.
    """

    size: int
    names: tuple[str, ...]
    cell_of: dict[str, int]
    distance: dict[tuple[int, int], int]
    lines: tuple[dict[int, tuple[tuple[Line, ...], ...]], ...]


def _targets(size: int, cell: int, die: int) -> list[int]:
    row, column = divmod(cell, size)
    landings = ((row + down * die, column + right * die) for down, right in DIRECTIONS)
    return [r * size + c for r, c in landings if 0 <= r < size and 0 <= c < size]


def _moves(names: tuple[str, ...], cell: int, target: int) -> tuple[Move, Move]:
    return Move(names[cell], names[target], False), Move(names[cell], names[target], True)


def _by_content(seat: int, quiet: Move, capture: Move) -> tuple[Move | None, Move | None, Move | None]:
    return (quiet, None, capture) if seat == 0 else (quiet, capture, None)


@cache
def geometry(size: int) -> Geometry:
    """Return the tables of an N×N board, computed once."""
    cells = range(size * size)
    names = tuple(f"{chr(97 + cell % size)}{size - cell // size}" for cell in cells)
    targets = {(die, cell): _targets(size, cell, die) for die in DIE_FACES for cell in cells}
    pairs = {(cell, t): _moves(names, cell, t) for (_, cell), ts in targets.items() for t in ts}
    lines = tuple(
        {
            die: tuple(
                tuple((t, _by_content(seat, *pairs[cell, t])) for t in targets[die, cell]) for cell in cells
            )
            for die in DIE_FACES
        }
        for seat in (0, 1)
    )
    distance = {(cell, t): die for (die, cell), ts in targets.items() for t in ts}
    return Geometry(size, names, {name: cell for cell, name in enumerate(names)}, distance, lines)
