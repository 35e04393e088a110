"""An action as advice: in words, and as arrows and numbers on the board."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

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
from games.ccc.rules.collapses import squares_of
from games.ccc.rules.costs import name_piece
from games.ccc.rules.geometry import WIDTH
from games.ccc.rules.moves import is_frozen, plain_actions, zone_of
from games.ccc.rules.pieces import CUBE, Piece
from games.ccc.rules.position import flags_on
from games.ccc.rules.rules import carry_out
from games.ccc.rules.state import View
from games.ccc.screen.scene import collapse_marks, scene
from games.core.screen.advice import Advice, build_advice, mark_move, mark_strike
from games.core.screen.scene import Mark
from games.core.teaching.removed import is_removed


def advice(view: View, action: Action) -> Advice:
    """Return an action as advice for the viewer."""
    return build_advice(in_words(view, action), scene(view), *_marks(view, action), why=_why(view, action))


def in_words(view: View, action: Action) -> str:
    """Return an action in words that continue “I would”."""
    names = view.setting.geometry.names
    match action:
        case Move(source, target):
            return f"move the {_piece(view, source)} from {names[source]} to {names[target]}"
        case Merge(source, target):
            there = f"the {_piece(view, target)} on {names[target]}"
            return f"put the {_piece(view, source)} from {names[source]} onto {there}"
        case Attack(source, target):
            victim = f"the {_piece(view, target)} on {names[target]}"
            return f"attack {victim} with the {_piece(view, source)} on {names[source]}"
        case Hop(source, landings):
            way = ", ".join(names[square] for square in landings)
            return f"hop with the {_piece(view, source)} on {names[source]} to {way}"
        case Line(_, source) | Path(_, source):
            return f"collapse the {_piece(view, source)} on {names[source]}: {_drops(view, action)}"
        case Swap(one, other):
            return f"swap the Pyramids on {names[one]} and {names[other]}"
        case FlagMove(target, text):
            return f"send the Nice Flag to {names[target]}{_saying(text)}"
        case FlagReturn(text):
            return f"put the Nice Flag back home{_saying(text)}"
        case _:
            return "pass, because there's nothing else to do"


def _why(view: View, action: Action) -> str:
    """Return in a sentence what an action does, as anyone can see it on the board."""
    after = carry_out(view.setting, view.position, action).board
    match action:
        case Attack(source, target):
            return _why_attack(view, after, source, target)
        case Swap():
            return "The two Pyramids trade places, so no square is left empty."
        case FlagMove():
            return "Next to your Nice Flag, your opponent's pieces without a Pyramid are frozen."
        case FlagReturn():
            return "Your Nice Flag is back, and freezes whatever is next to it."
        case Pass():
            return "You can't do anything else."
    taken, lost = (_pieces(view.position.board, seat) - _pieces(after, seat) for seat in _sides(view))
    if taken > 0:
        return f"It takes {_format_count(taken)} from your opponent{_cost(lost)}."
    return _why_quiet(view, after, action)


def _sides(view: View) -> tuple[int, int]:
    """Return the seat that isn't to move, then the one that is."""
    return 1 - view.position.side, view.position.side


def _pieces(board: Sequence[Piece | None], seat: int) -> int:
    """Return how many basic pieces a side has on a board."""
    return sum(piece.height for piece in board if piece is not None and piece.seat == seat)


def _format_count(pieces: int) -> str:
    return "1 piece" if pieces == 1 else f"{pieces} pieces"


def _cost(lost: int) -> str:
    return f" and costs you {_format_count(lost)}" if lost > 0 else ""


def _why_attack(view: View, after: Sequence[Piece | None], source: int, target: int) -> str:
    mine, theirs = _piece(view, source), _piece(view, target)
    left = after[target]
    if left is None:
        return f"It trades your {mine} for their {theirs}."
    if left.seat != view.position.side:
        return f"It weakens their {theirs}, though your {mine} is destroyed."
    safe = "" if _can_be_attacked(view, after, target) else ", and no piece can simply strike back"
    return f"It takes their {theirs}{safe}."


def _why_quiet(view: View, after: Sequence[Piece | None], action: Action) -> str:
    """Return the point of an action that takes nothing: safety, strength, or coming closer to a Pyramid."""
    match action:
        case Move(source, target):
            if _can_be_attacked(view, view.position.board, source) and not _can_be_attacked(
                view, after, target
            ):
                return f"It saves your {_piece(view, source)}, which can be attacked where it is."
            if _to_pyramid(view, target) < _to_pyramid(view, source):
                return "It gets closer to one of your opponent's Pyramids, and you have to destroy those."
            return "It's a quiet move, and your other pieces stay where they are."
        case Merge():
            return "Together they're stronger, and can collapse later."
        case Hop():
            return "One turn takes it a long way."
        case _:
            return "Spread over several squares, its parts can act on their own."


def _can_be_attacked(view: View, board: Sequence[Piece | None], square: int) -> bool:
    """Return whether an enemy can harm the piece on a square without hopping or collapsing; never a Cube."""
    there = board[square]
    if there is not None and there.kind == CUBE:
        return False
    placed, flags = tuple(board), flags_on(tuple(board))
    foe = 1 - view.position.side
    position = msgspec.structs.replace(view.position, board=placed, flags=flags, side=foe)
    zone = zone_of(view.setting.geometry, position, foe)
    return any(
        isinstance(action, Attack) and action.target == square
        for start, piece in enumerate(placed)
        if piece is not None and piece.seat == foe and not is_frozen(piece, start, zone)
        for action in plain_actions(view.setting, position, start, piece, zone)
    )


def _to_pyramid(view: View, square: int) -> int:
    """Return the steps to the nearest enemy Pyramid, or the board's width if there is none."""
    foe, (row, column) = 1 - view.position.side, divmod(square, WIDTH)
    pyramids = (divmod(n, WIDTH) for n, piece in enumerate(view.position.board) if _is_pyramid(piece, foe))
    return min((max(abs(row - r), abs(column - c)) for r, c in pyramids), default=WIDTH)


def _is_pyramid(piece: Piece | None, seat: int) -> bool:
    return piece is not None and piece.seat == seat and bool(piece.pyramids)


def _piece(view: View, square: int) -> str:
    piece = view.position.board[square]
    return "piece" if piece is None else name_piece(piece)


def _drops(view: View, action: Line | Path) -> str:
    """Return the drops of a collapse in words, such as “lift 4, drop 1 on d5 and 3 on d6”."""
    board = view.setting.geometry
    drops = [f"{count} on {board.names[square]}" for square, count in squares_of(board, action) if count]
    *first, last = drops
    way = f"{', '.join(first)} and {last}" if first else last
    return f"lift {action.count}, drop {way}"


def _saying(text: str) -> str:
    """Return the compliment as a clause without its period, since the sentence may go on; or nothing."""
    said = text if text.endswith("..") else text.removesuffix(".")
    return f" and say “{said}”" if text and not is_removed(text) else ""


def _marks(view: View, action: Action) -> tuple[Mark, ...]:
    board = view.setting.geometry
    names = board.names
    match action:
        case Move(source, target) | Merge(source, target):
            return mark_move(names[source], names[target])
        case Attack(source, target):
            return mark_strike(names[source], names[target])
        case Hop(source, landings):
            return (Mark("arrow", tuple(names[square] for square in (source, *landings))),)
        case Line() | Path():
            return collapse_marks(board, action)
        case Swap(one, other):
            return (Mark("chosen", (names[one], names[other])),)
        case FlagMove(target):
            return _flag(view, target)
        case FlagReturn():
            return _flag(view, view.setting.homes[view.position.side])
        case _:
            return ()


def _flag(view: View, target: int) -> tuple[Mark, ...]:
    """Return the way of the Nice Flag, or only its target if it is off the board or stays on its square."""
    names, stands = view.setting.geometry.names, view.position.flags[view.position.side]
    if stands is None or stands == target:
        return (Mark("entry", (names[target],)),)
    return mark_move(names[stands], names[target])
