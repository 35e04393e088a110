"""Carrying out actions, and the end of a match. CCC-12, CCC-70 to CCC-75."""

from __future__ import annotations

from functools import partial

import msgspec

from games.ccc.rules import narration
from games.ccc.rules.actions import (
    Action,
    Attack,
    FlagMove,
    FlagReturn,
    Hop,
    Line,
    Merge,
    Move,
    Pass,
    Path,
    Swap,
)
from games.ccc.rules.collapses import collapse
from games.ccc.rules.geometry import Geometry
from games.ccc.rules.legality import why_illegal
from games.ccc.rules.moves import list_hopped
from games.ccc.rules.notation import read_position
from games.ccc.rules.pieces import FLAG, Piece, special
from games.ccc.rules.position import Board, Flags, Position, Setting, flags_on
from games.ccc.rules.state import SEAT_NAMES, CccReason, Last, State, key_of, view
from games.ccc.rules.working_board import Working
from games.core.errors import Illegal
from games.core.game import Played, Rematch, Result
from games.core.vocabulary.options import options_data

THIRD = 3
"""The number of times that a position must come up for a draw."""
_STUCK = 2
_REST = "You both lost your last Pyramids, and after a draw like that, the rules ask you to sleep on it."


def play(state: State, seat: int, action: Action) -> Played:
    """Return the state after an action and what everyone is told; raise Illegal if it breaks a rule."""
    wrong = why_illegal(view(state, seat), action)
    if wrong is not None:
        raise Illegal(wrong)
    setting, before = state.setting, state.position
    work = carry_out(setting, before, action)
    position = after(before, work, action)
    lasting = work.attacked or isinstance(action, Attack)
    past = (key_of(position),) if lasting else (*state.past, key_of(position))
    passes = state.passes + 1 if isinstance(action, Pass) else 0
    moved = State(setting, position, past, passes, Last(seat, action, before))
    result = _result(moved, isinstance(action, Attack | Line | Path))
    tell = partial(narration.tell_action, setting.geometry, before, position, seat, action, result)
    return Played(msgspec.structs.replace(moved, outcome=result) if result else moved, tell)


def carry_out(setting: Setting, position: Position, action: Action) -> Working:
    """Return the board after a legal action."""
    work = Working(position.board, position.pools)
    match action:
        case Move(source, target) | Merge(source, target) | Attack(source, target):
            piece = _take_from(work, source)
            work.put(target, piece)
        case Hop(source, landings):
            _hop(setting.geometry, work, source, landings)
        case Line() | Path():
            work = collapse(setting.geometry, work, action)[-1][0]
        case Swap(one, other):
            work.board[one], work.board[other] = work.board[other], work.board[one]
        case FlagMove(target):
            work.board[target] = _take_from(work, position.flags[position.side] or 0)
        case FlagReturn():
            work.board[setting.homes[position.side]] = special(position.side, FLAG)
        case Pass():
            pass
    return work


def _take_from(work: Working, square: int) -> Piece:
    piece, work.board[square] = work.board[square], None
    if piece is None:
        raise ValueError("nothing stands there")
    return piece


def _hop(board: Geometry, work: Working, source: int, landings: tuple[int, ...]) -> None:
    piece = _take_from(work, source)
    for square in list_hopped(board, source, landings):
        work.board[square] = None
    work.board[landings[-1]] = piece
    work.attacked = True


def after(before: Position, work: Working, action: Action) -> Position:
    """Return the position of the next ply."""
    board, side, flag = tuple(work.board), before.side, isinstance(action, FlagMove)
    return Position(
        board,
        1 - side,
        work.pools,
        (flag, before.moved[1]) if side == 0 else (before.moved[0], flag),
        0 if work.attacked else before.quiet + 1,
        before.ply + 1,
        _flags_after(before, board, action),
    )


def _flags_after(before: Position, board: Board, action: Action) -> Flags:
    white, black = before.flags
    if isinstance(action, FlagMove):
        return (action.target, black) if before.side == 0 else (white, action.target)
    stand = [square is None or board[square] is before.board[square] for square in (white, black)]
    return before.flags if all(stand) and not isinstance(action, FlagReturn) else flags_on(board)


def _result(state: State, fought: bool) -> Result | None:
    """Return how a completed action ends the match, if it does; `fought` if it may have attacked. CCC-71."""
    if fought:
        with_pyramids = {piece.seat for piece in state.position.board if piece is not None and piece.pyramids}
        if not with_pyramids:
            return Result(None, CccReason.BOTH_PYRAMIDS)
        if len(with_pyramids) == 1:
            return Result(with_pyramids.pop(), CccReason.PYRAMIDS)
    if state.past.count(state.past[-1]) >= THIRD:
        return Result(None, CccReason.REPETITION)
    quiet = state.setting.options.quiet
    if quiet and state.position.quiet >= quiet:
        return Result(find_stronger(state.setting, state.position), CccReason.QUIET)
    return Result(None, CccReason.STUCK) if state.passes >= _STUCK else None


def find_stronger(setting: Setting, position: Position) -> int | None:
    """Return the seat that would win a quiet end in a position, or None if it would be a draw. CCC-75."""
    how = setting.options.quiet_result
    if how == "draw":
        return None
    one, other = (claim(position, seat, how) for seat in (0, 1))
    return None if one == other else int(other > one)


def claim(position: Position, seat: int, how: str) -> tuple[int, int]:
    """Return what decides a quiet end: Pyramid Strength, then with `army` that of Flats and Toruses."""
    rest = support_strength(position, seat) if how == "army" else 0
    return pyramid_strength(position.board, seat), rest


def pyramid_strength(board: Board, seat: int) -> int:
    """Return the total Strength of a side's Pyramids."""
    own = (piece for piece in board if piece is not None and piece.seat == seat)
    return sum(left for piece in own for _, left in piece.pyramids)


def support_strength(position: Position, seat: int) -> int:
    """Return the total Strength of a side's Flats, lone and stacked, and its Toruses."""
    own = (piece for piece in position.board if piece is not None and piece.seat == seat)
    return sum(piece.flats for piece in own) + position.pools[seat]


def end_match(state: State, result: Result) -> State:
    """Return the last state of a match ended by an act outside the game, such as a resignation."""
    return msgspec.structs.replace(state, outcome=result)


def rematch(state: State, result: Result) -> Rematch:
    """Return the rematch: the loser begins, and after a double loss it must wait a day. CCC-7, CCC-8.

    Where a position says which color begins, the loser takes that color; otherwise both keep theirs.
    """
    options = state.setting.options
    raw, swapped = options_data(options), False
    if result.winner is not None and options.position:
        swapped = read_position(options.position, options.ranks).side == result.winner
    elif result.winner is not None:
        raw["first"] = SEAT_NAMES[1 - result.winner].lower()
    rests = result.reason == CccReason.BOTH_PYRAMIDS and options.no_rematch_after_draw == "on"
    return Rematch(raw, swapped, rest=_REST if rests else "")
