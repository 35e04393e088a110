"""Actions and positions as text, with the parser of actions. Source: docs/engine.md, sections 4 and 5."""

from __future__ import annotations

import re

from games.alpha.rules.actions import END, Action, Attack, Cast, End, Play
from games.alpha.rules.rules import why_illegal
from games.alpha.rules.state import Side, Table
from games.alpha.rules.view import View
from games.core.errors import Illegal, Unreadable

HOW_TO_WRITE = "Write “play 3 1”, “cast 4 o2”, “attack 1 3” or “end”."
_PLAY = re.compile(r"play ([1-9]\d?) ([1-5])", re.ASCII)
_CAST = re.compile(r"cast ([1-9]\d?) ([mo])([1-5])", re.ASCII)
_ATTACK = re.compile(r"attack ([1-5]) ([1-5])", re.ASCII)


def parse(view: View, text: str) -> Action:
    """Return the action that a text names.

    Raise Unreadable if it names none, and Illegal if it may not be played or it isn't the viewer's turn.
    """
    if view.who is None or not is_to_act(view):
        raise Illegal(why_illegal(view.table, view.hand, view.setup.options, -1, END))
    action = _read(text)
    why = why_illegal(view.table, view.hand, view.setup.options, view.who, action)
    if why:
        raise Illegal(why)
    return action


def is_to_act(view: View) -> bool:
    """Return whether it is the viewer's turn to act."""
    return view.who == view.table.mover and view.table.outcome is None


def _read(text: str) -> Action:
    if text == "end":
        return END
    if found := _PLAY.fullmatch(text):
        return Play(int(found[1]) - 1, int(found[2]) - 1)
    if found := _CAST.fullmatch(text):
        return Cast(int(found[1]) - 1, found[2] == "o", int(found[3]) - 1)
    if found := _ATTACK.fullmatch(text):
        return Attack(int(found[1]) - 1, int(found[2]) - 1)
    raise Unreadable(HOW_TO_WRITE)


def is_notation(text: str) -> bool:
    """Return whether a text is the notation of an action, legal or not."""
    return text == "end" or any(pattern.fullmatch(text) for pattern in (_PLAY, _CAST, _ATTACK))


def format_action(action: Action) -> str:
    """Return the notation of an action, which `parse` reads back."""
    match action:
        case Play(place, slot):
            return f"play {place + 1} {slot + 1}"
        case Cast(place, opposing, slot):
            return f"cast {place + 1} {'o' if opposing else 'm'}{slot + 1}"
        case Attack(slot, target):
            return f"attack {slot + 1} {target + 1}"
        case End():
            return "end"


def position(view: View) -> str:
    """Return the table as one line of text from the viewer's side; the public view is seat 0's."""
    table, seat = view.table, view.who or 0
    own, opposing = table.sides[seat], table.sides[1 - seat]
    boards = f"{_slots(own, table)}|{_slots(opposing, table)}"
    to_act = "-" if table.outcome else ("me" if table.mover == seat else "op")
    energy = f"{own.energy}/{own.limit} {opposing.energy}/{opposing.limit}"
    return f"{boards} {energy} {_counts(own)} {_counts(opposing)} {to_act} {table.phase} {table.ply}"


def _slots(side: Side, table: Table) -> str:
    return ",".join(
        f"{creature.card.attack}/{creature.health}{'!' if creature.attacked == table.ply else ''}"
        if creature
        else "-"
        for creature in side.slots
    )


def _counts(side: Side) -> str:
    return f"{side.deck},{side.hand},{len(side.discard)}"
