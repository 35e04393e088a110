"""Free typing of players: layouts, steps and attacks written in their own way."""

from __future__ import annotations

import re
from itertools import pairwise

from games.core.errors import GameError, Illegal, Unreadable
from games.core.vocabulary.typed import MOST_READ, even, plain, squares
from games.decoy.rules.actions import piece_on, why_out_of_reach
from games.decoy.rules.board import BIT, NAMES, SQUARE_OF
from games.decoy.rules.layouts import READY
from games.decoy.rules.notation import format_action, parse
from games.decoy.rules.pieces import KINDS, REACHED, kind_of, step_piece, steps_of
from games.decoy.rules.state import ATTACK, SET_UP
from games.decoy.rules.view import View

_ENDS = {
    "end", "done", "pass", "stop", "next", "endturn", "endmyturn", "endtheturn", "endmovement",
    "endmymovement", "endphase", "endthephase", "endmove", "endmoves", "endmoving", "endattack", "endattacks",
}  # fmt: skip
_ATTACKS = re.compile(r"x(?![0-9])|\b(?:attack|take|hit|captur)")
_NAMES = tuple(name for kind in KINDS for name in (kind.name.casefold(), kind.letter.casefold()))
_LAYOUTS = {plain(name): text for name, text, _ in READY}


def understand_text(view: View, text: str) -> tuple[str, ...]:
    """Return the actions that a text can mean, in notation; raise Unreadable or Illegal if none.

    A path is one step for each square. Only the first step is certain to be legal, because later ones may run
    into unseen enemies.
    """
    try:
        return (format_action(parse(view, text)),)
    except GameError:
        if view.who is None or view.who not in view.to_act or len(text) > MOST_READ:
            raise
        if view.phase == SET_UP:
            return (format_action(parse(view, _layout(text) or text)),)
        if plain(text) in _ENDS:
            return (format_action(parse(view, "end")),)
        path = squares(text, *_NAMES)
        if len(path) < 2:
            raise
    _check_on_board(path)
    return _attack(view, path) if _is_attack(view, text, path) else _steps(view, path)


def _check_on_board(path: tuple[str, ...]) -> None:
    outside = next((name for name in path if name not in SQUARE_OF), None)
    if outside is not None:
        raise Unreadable(f"{outside} isn't on the board: its columns go from a to j, its rows from 0 to 9.")


def _is_attack(view: View, text: str, path: tuple[str, ...]) -> bool:
    """Return whether an attack is meant: the text says so, or it is time to attack and an enemy is there."""
    seen = view.enemies & BIT[SQUARE_OF[path[-1]]]
    return bool(_ATTACKS.search(even(text))) or (view.phase == ATTACK and bool(seen))


def _attack(view: View, path: tuple[str, ...]) -> tuple[str, ...]:
    if len(path) > 2:
        raise Illegal("Type one attack at a time, such as c3xd4.")
    return (format_action(parse(view, "x".join(path))),)


def _steps(view: View, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the steps of a path; raise Illegal if its player can see that one is illegal."""
    first = format_action(parse(view, "-".join(path[:2])))
    places = [SQUARE_OF[name] for name in path]
    piece = piece_on(view.own, places[0]) or 0
    _check_length(view, piece, len(path) - 1)
    occupied = (view.squares & ~BIT[places[0]]) | view.enemies
    piece = step_piece(piece, places[1])
    for source, target in pairwise(places[1:]):
        if not REACHED[piece] & BIT[target]:
            raise Illegal(why_out_of_reach(piece, source, target))
        if occupied & BIT[target]:
            raise Illegal(f"There's a piece on {NAMES[target]}.")
        piece = step_piece(piece, target)
    return first, *(f"{start}-{end}" for start, end in pairwise(path[1:]))


def _check_length(view: View, piece: int, steps: int) -> None:
    kind, points = KINDS[kind_of(piece)], view.points or 0
    left = kind.reach - steps_of(piece)
    if steps > left:
        raise Illegal(f"That path takes {steps} steps, and your {kind.name} has {left} left this turn.")
    if steps > points:
        raise Illegal(f"That path takes {steps} points, and you have {points} left.")


def _layout(text: str) -> str | None:
    """Return the notation of a layout written differently or called by a ready-made layout's name."""
    said = plain(text)
    name = said.removeprefix("setup").removeprefix("the")
    if name in _LAYOUTS:
        return f"setup {_LAYOUTS[name]}"
    if "/" in said:
        return f"setup {said.removeprefix('setup').upper()}"
    if said.startswith("setup"):
        names = ", ".join(name for name, _, _ in READY)
        raise Unreadable(
            f"“setup” needs a layout, such as setup C9/SS8/GGIIDDDDD1, or the name of a ready one: {names}."
        )
    return None
