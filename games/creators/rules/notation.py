"""Actions and positions as text. Source: docs/engine.md, sections 4 and 5."""

from __future__ import annotations

import re

from games.core.errors import Illegal, Unreadable, quote
from games.creators.rules.geometry import Action, Geometry, Move, Roll, geometry
from games.creators.rules.options import is_open
from games.creators.rules.rules import SEAT_NAMES, check_move
from games.creators.rules.view import View

_MOVE = re.compile(r"([a-z][1-9][0-9]?)[-x]([a-z][1-9][0-9]?)", re.ASCII)
_PIECES = bytes.maketrans(bytes(range(3)), b".CD")
_EMPTY = re.compile(r"\.+")


def format_action(action: Action) -> str:
    """Format an action as `roll`, `d15-d12` or `d15xd12`."""
    if isinstance(action, Roll):
        return "roll"
    return f"{action.source}{'x' if action.capture else '-'}{action.target}"


def parse(view: View, text: str) -> Action:
    """Return the legal action of a text, with `-` and `x` alike; raise Unreadable or Illegal."""
    _check_turn(view)
    if text == "roll":
        if view.die:
            raise Illegal(f"You already rolled a {view.die}; move a pawn.")
        return Roll()
    match = _MOVE.fullmatch(text)
    if match is None:
        raise Unreadable(f"“{quote(text)}” isn't a move. Write roll, or two squares such as d15-d12.")
    return _legal_move(view, geometry(view.options.board_size), match[1], match[2])


def _check_turn(view: View) -> None:
    if view.to_act is None:
        raise Illegal("The match is over.")
    if view.who != view.to_act:
        raise Illegal(f"It's the {SEAT_NAMES[view.to_act]}'s turn.")


def _legal_move(view: View, squares: Geometry, source: str, target: str) -> Move:
    seat = view.to_act or 0
    cell = squares.cell_of.get(target)
    move = Move(source, target, cell is not None and view.board[cell] == 2 - seat)
    check_move(squares, view.board, seat, view.die, view.options, move)
    return move


def position(view: View) -> str:
    """Format the position: rows from the top, side, die, reserves, round and cells needed now.

    While the number of cells needed is secret, “-” replaces it, so that all viewers get the same text.
    """
    size = view.options.board_size
    rows = "/".join(_row(view.board[start : start + size]) for start in range(0, size * size, size))
    side = "-" if view.to_act is None else "CD"[view.to_act]
    creators, destroyers = view.reserves
    hidden = view.need is None or (view.outcome is None and not is_open(view.options))
    needed = "-" if hidden else view.need
    return f"{rows} {side} {view.die or '-'} {len(creators)},{len(destroyers)} {view.round} {needed}"


def _row(squares: bytes) -> str:
    return _EMPTY.sub(lambda run: str(len(run[0])), squares.translate(_PIECES).decode())
