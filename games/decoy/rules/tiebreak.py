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


_DECIDED = ("its Commander is farther forward", "it has more Decoys left", "it has more pieces left")
"""What decides at a limit, in words, in the order of `measure_strength`."""


def explain_tiebreak(armies: tuple[Pieces, Pieces], options: Options) -> str:
    """Return what decides between two unequal armies at a limit, in words."""
    one, other = (measure_strength(pieces, seat, options) for seat, pieces in enumerate(armies))
    return next(words for words, *pair in zip(_DECIDED, one, other, strict=True) if pair[0] != pair[1])


def measure_strength(pieces: Pieces, seat: int, options: Options) -> tuple[int, int, int]:
    """Return the values of a seat that are compared at a limit, the most important first."""
    commander = next(square_of(piece) for piece in pieces if kind_of(piece) == COMMANDER)
    rows = count_rows(commander, seat, options) if options.compares_rows else 0
    return rows, sum(kind_of(piece) == DECOY for piece in pieces), len(pieces)
