"""Sight: the squares that pieces and sides see. DP-14 to DP-16."""

from __future__ import annotations

from games.decoy.rules.board import BIT, SIDE
from games.decoy.rules.pieces import KINDS, Pieces, Table, kind_of, square_of

Bumps = tuple[tuple[int, int], ...]
"""Pairs of squares (seat 0's, seat 1's) whose pieces see each other since one ran into the other. DP-15."""


def _is_square(rows: int, columns: int, vision: int) -> bool:
    return max(abs(rows), abs(columns)) <= vision


def _is_diamond(rows: int, columns: int, vision: int) -> bool:
    return abs(rows) + abs(columns) <= vision


def _is_circle(rows: int, columns: int, vision: int) -> bool:
    return rows * rows + columns * columns <= vision * vision


_SHAPES = {"square": _is_square, "diamond": _is_diamond, "circle": _is_circle}


def _table(shape: str) -> Table[int]:
    reveals = _SHAPES[shape]

    def find_revealed(piece: int) -> int:
        row, column = divmod(square_of(piece), SIDE)
        vision = KINDS[kind_of(piece)].vision
        return sum(
            BIT[r * SIDE + c]
            for r in range(SIDE)
            for c in range(SIDE)
            if reveals(r - row, c - column, vision)
        )

    return Table(find_revealed)


REVEALED = {shape: _table(shape) for shape in _SHAPES}
"""For each shape of vision, a table from a piece to the set of squares it sees."""


def sight(pieces: Pieces, shape: str) -> int:
    """Return the set of squares that a side sees, the union over its pieces; nothing blocks sight."""
    table, seen = REVEALED[shape], 0
    for piece in pieces:
        seen |= table[piece]
    return seen


def find_bumped(bumps: Bumps, seat: int) -> int:
    """Return the set of squares on which a seat sees an enemy only because the two pieces bumped."""
    return sum({BIT[pair[1 - seat]] for pair in bumps})


def bumps_without(bumps: Bumps, seat: int, squares: int) -> Bumps:
    """Return the bumps left after a seat's pieces on these squares have moved or been removed."""
    return tuple(pair for pair in bumps if not squares & BIT[pair[seat]]) if bumps else bumps
