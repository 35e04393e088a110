"""Estimated ratings of new puzzles, by the thinking that each kind takes.

Easy puzzles have about 600, those for the best players 2,500.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.creators.ai.chances import Table, filling_faces
from games.creators.ai.reach import pawns_of
from games.creators.rules.geometry import EMPTY, Move, geometry
from games.creators.rules.state import State

LOWEST, HIGHEST = 400, 2900
_NEAR = 0.05


def _clamp(rating: float) -> int:
    return round(max(LOWEST, min(HIGHEST, rating)))


def of_a_win(table: Table, state: State, move: Move, legal: Sequence[Move]) -> int:
    """Rate a winning move: higher with more cells to look at, more false candidates and a longer way."""
    cell_of = geometry(table.options.board_size).cell_of
    own = pawns_of(state.board, state.side)
    missing = table.pattern & ~own
    looks_like_it = sum(missing >> cell_of[option.target] & 1 for option in legal) - 1
    rating = 220 + 22 * missing.bit_count() + 70 * min(6, looks_like_it) + 45 * max(0, state.die - 2)
    shape = 60 * _is_diagonal(table, move) + 50 * _leaps(table, state, move)
    return _clamp(rating + shape + 70 * move.capture)


def of_a_roll(table: Table, state: State, wins: bool) -> int:
    """Rate a question about a roll: higher with more pawns and cells; five wins to check make it harder."""
    own = pawns_of(state.board, state.side)
    missing, free = table.pattern & ~own, own & ~table.pattern
    at_hand = (free & table.landings.anywhere(missing)).bit_count()
    return _clamp(260 + 30 * missing.bit_count() + 25 * at_hand + 150 * (not wins))


def of_a_stop(table: Table, state: State, move: Move, legal: Sequence[Move], second: int) -> int:
    """Rate a stopping move: higher with more captures, and if the right one takes no cell that is held."""
    cell_of = geometry(table.options.board_size).cell_of
    held = table.pattern & pawns_of(state.board, 0)
    takes = sum(held >> cell_of[option.target] & 1 for option in legal)
    captures = sum(option.capture for option in legal)
    off_it = not held >> cell_of[move.target] & 1
    rating = 330 + 90 * captures + 120 * takes + 350 * off_it + 30 * (6 - second) + 25 * held.bit_count()
    shape = 60 * _is_diagonal(table, move) + 50 * _leaps(table, state, move)
    return _clamp(rating + shape + 45 * max(0, state.die - 2))


def of_a_best_move(table: Table, state: State, move: Move, chances: Sequence[float]) -> int:
    """Rate a best move: higher with a smaller margin, more close rivals, and if it fills no cell."""
    cell_of = geometry(table.options.board_size).cell_of
    missing = table.pattern & ~pawns_of(state.board, 0)
    fills = bool(missing >> cell_of[move.target] & 1)
    can_fill = filling_faces(table, state.board)[state.die - 1]
    nearly = sum(chance > chances[1] - _NEAR for chance in chances[1:])
    margin = chances[0] - chances[1]
    rating = 1500 - 1500 * (margin - 1 / 12) + 25 * min(20, nearly) + 16 * missing.bit_count()
    return _clamp(rating + (650 if can_fill and not fills else 250 if not fills else 0))


def of_a_half(lacking: Sequence[int]) -> int:
    """Rate a half pattern: higher with more patterns that lack only a cell or two of what was shown."""
    return _clamp(140 + 120 * lacking.count(1) + 45 * lacking.count(2) + 10 * lacking.count(3))


def _is_diagonal(table: Table, move: Move) -> bool:
    size, cell_of = table.options.board_size, geometry(table.options.board_size).cell_of
    (row, column), (to_row, to_column) = (
        divmod(cell_of[square], size) for square in (move.source, move.target)
    )
    return row != to_row and column != to_column


def _leaps(table: Table, state: State, move: Move) -> int:
    """Return how many pawns a move leaps over, at most three."""
    cell_of = geometry(table.options.board_size).cell_of
    source, target = cell_of[move.source], cell_of[move.target]
    step = (target - source) // state.die
    return min(3, sum(state.board[cell] != EMPTY for cell in range(source + step, target, step)))
