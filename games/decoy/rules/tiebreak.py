"""What decides a match that ends by a limit. DP-38."""

from __future__ import annotations

from games.decoy.rules.board import advance
from games.decoy.rules.layouts import HOME_ROWS
from games.decoy.rules.options import BOLD, Options
from games.decoy.rules.pieces import COMMANDER, DECOY, Pieces, kind_of, square_of


def count_rows(square: int, seat: int, options: Options) -> int:
    """Return the rows that count for a seat's Commander on a square, if rows are compared at all."""
    rows = advance(square, seat)
    return max(0, rows + 1 - HOME_ROWS) if options.tiebreak == BOLD else rows


def measure_strength(pieces: Pieces, seat: int, options: Options) -> tuple[int, int, int]:
    """Return the values of a seat that are compared at a limit, the most important first."""
    commander = next(square_of(piece) for piece in pieces if kind_of(piece) == COMMANDER)
    rows = count_rows(commander, seat, options) if options.compares_rows else 0
    return rows, sum(kind_of(piece) == DECOY for piece in pieces), len(pieces)
