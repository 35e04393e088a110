"""An action as advice: in words, and as arrows and numbers on the board."""

from __future__ import annotations

from games.ccc.actions import (
    Action,
    Attack,
    FlagMove,
    FlagReturn,
    Hop,
    Line,
    Merge,
    Move,
    Path,
    Swap,
)
from games.ccc.rules import squares_of
from games.ccc.scene import collapse_marks, said, scene
from games.ccc.state import View
from games.core.advice import Advice, advised, moved, struck
from games.core.scene import Mark


def advice(view: View, action: Action) -> Advice:
    """What the viewer is advised to do."""
    return advised(in_words(view, action), scene(view), *_marks(view, action))


def in_words(view: View, action: Action) -> str:
    """An action as it goes on from “I would”."""
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


def _piece(view: View, square: int) -> str:
    piece = view.position.board[square]
    return "piece" if piece is None else said(piece)


def _drops(view: View, action: Line | Path) -> str:
    """“lift 4, drop 1 on d5 and 3 on d6”."""
    board = view.setting.geometry
    drops = [f"{count} on {board.names[square]}" for square, count in squares_of(board, action) if count]
    *first, last = drops
    way = f"{', '.join(first)} and {last}" if first else last
    return f"lift {action.count}, drop {way}"


def _saying(text: str) -> str:
    return f" and say “{text}”" if text else ""


def _marks(view: View, action: Action) -> tuple[Mark, ...]:
    board = view.setting.geometry
    names = board.names
    match action:
        case Move(source, target) | Merge(source, target):
            return moved(names[source], names[target])
        case Attack(source, target):
            return struck(names[source], names[target])
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
    """The way of the Nice Flag; only where it comes in, when it is off the board."""
    names, stands = view.setting.geometry.names, view.position.flags[view.position.side]
    if stands is None or stands == target:
        return (Mark("entry", (names[target],)),)
    return moved(names[stands], names[target])
