"""Actions and positions as text. Source: docs/engine.md, sections 4 and 5."""

from __future__ import annotations

import re

from games.core.errors import Illegal, Unreadable, quote
from games.decoy.rules.actions import END, LAYOUT_IS_SET, Action, Attack, End, SetUp, Step, why_illegal
from games.decoy.rules.board import NAMES, ROWS, SIDE, SQUARE_OF, squares_in
from games.decoy.rules.layouts import read_layout, write_layout
from games.decoy.rules.pieces import KINDS, damage_of, kind_of, square_of
from games.decoy.rules.state import OVER, SEAT_NAMES, SET_UP
from games.decoy.rules.view import View, contact_of

_TWO_SQUARES = re.compile(r"([a-j][0-9])([-x])([a-j][0-9])", re.ASCII)
_SET_UP = "setup "
_EXAMPLES = (
    "a step such as c2-c3, an attack such as c3xd4, or end",
    "a layout such as setup C9/SS8/GGIIDDDDD1",
)
"""What can be written in a turn, and in the setup."""
_SIDES = tuple(name[0].lower() for name in SEAT_NAMES)


def format_action(action: Action) -> str:
    """Format an action: `setup C9/SS8/GGIIDDDDD1`, `c2-c3`, `c3xd4` or `end`."""
    match action:
        case SetUp(layout):
            return _SET_UP + write_layout(layout)
        case Step(source, target):
            return f"{NAMES[source]}-{NAMES[target]}"
        case Attack(source, target):
            return f"{NAMES[source]}x{NAMES[target]}"
        case End():
            return "end"


def parse(view: View, text: str) -> Action:
    """Return the legal action that a text names; raise Unreadable or Illegal if there is none."""
    if view.who is None or view.who not in view.to_act:
        raise Illegal(why_illegal(view, END) or "It's not your turn.")
    if text.startswith(_SET_UP) and view.phase != SET_UP:
        raise Illegal(LAYOUT_IS_SET)
    action = _read(text, view.phase)
    wrong = why_illegal(view, action)
    if wrong is not None:
        raise Illegal(wrong)
    return action


def _read(text: str, phase: str) -> Action:
    if text == "end":
        return END
    if text.startswith(_SET_UP):
        return SetUp(read_layout(text.removeprefix(_SET_UP)))
    found = _TWO_SQUARES.fullmatch(text)
    if found is None:
        raise Unreadable(f"“{quote(text)}” isn't an action. Write {_EXAMPLES[phase == SET_UP]}.")
    source, target = SQUARE_OF[found[1]], SQUARE_OF[found[3]]
    return Step(source, target) if found[2] == "-" else Attack(source, target)


def position(view: View) -> str:
    """Format rows 0 to 9 as seen, side, phase, points, living pieces, quiet plies, and ply."""
    seen = _list_seen(view)
    rows = "/".join(
        _row([seen.get(row * SIDE + column, "") for column in range(SIDE)]) for row in range(len(ROWS))
    )
    side = _side(view)
    points = "-" if view.points is None else str(view.points)
    return f"{rows} {side} {view.phase} {points} {view.counts[0]},{view.counts[1]} {view.since} {view.ply}"


def _side(view: View) -> str:
    if view.side is not None:
        return _SIDES[view.side]
    return SET_UP if view.phase == SET_UP else OVER


def _list_seen(view: View) -> dict[int, str]:
    if view.who is None:
        return {
            square: _SIDES[seat]
            for seat, squares in enumerate(contact_of(view))
            for square in squares_in(squares)
        }
    enemies = dict.fromkeys(squares_in(view.enemies), "*")
    own = {square_of(p): KINDS[kind_of(p)].letter + "'" * damage_of(p) for p in view.own}
    return enemies | own


def _row(squares: list[str]) -> str:
    text, empty = "", 0
    for content in squares:
        if content and empty:
            text, empty = text + str(empty), 0
        text, empty = (text + content, 0) if content else (text, empty + 1)
    return text + (str(empty) if empty else "")
