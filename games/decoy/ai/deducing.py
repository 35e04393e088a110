"""What a viewer can be sure of by counting the enemy's army. From a View alone.

It is exact for what the board keeps for its viewer: what each enemy in sight has shown since it came into
sight and how far it has advanced since the start, the enemies that are certainly where they were last seen,
how each of the others was removed, and that the match isn't over. DP-17, DP-36, DP-43.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.decoy.ai.armies import UNTOLD, Armies, Body, body, joint_kinds
from games.decoy.ai.evidence import came_in_time
from games.decoy.ai.questions import KEYS, with_article
from games.decoy.rules.board import NAMES, squares_in
from games.decoy.rules.notes import Kinds, Note, note_of, possible
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS
from games.decoy.rules.state import SET_UP
from games.decoy.rules.view import View

THE_COMMANDER, DECOYS = "commander", "decoys"
"""The keys of two facts: which piece the Commander is, and how many Decoys are left."""


class Place(NamedTuple):
    """An enemy that can be told apart: its square, its possible kinds, and whether it's in sight."""

    square: int
    kinds: Kinds
    seen: bool = True


def deduce_facts(view: View) -> Mapping[str, str]:
    """Return a sentence for each deduced fact by its key; empty before the first turn and after the last."""
    if view.who is None or view.phase == SET_UP or view.truth is not None:
        return {}
    places, dead = places_of(view), list_fallen(view)
    bodies = (*[body(place.kinds) for place in places], *dead)
    kinds = joint_kinds(bodies)[: len(places)]
    facts = dict(_of_places(places, kinds))
    found = Armies([enemy for enemy in bodies if enemy != UNTOLD]).fallen_decoys
    if len(found) == 1 and dead:
        left = KINDS[DECOY].count - min(found)
        facts[DECOYS] = f"They have {left} Decoy{'s' if left > 1 else ''} left."
    if THE_COMMANDER not in facts:
        facts |= _out_of_sight(view)
    return facts


def places_of(view: View) -> tuple[Place, ...]:
    """Return the enemies in sight, and those that are certainly where they were last seen."""
    inside = (_place(view, note_of(view.notes, square), True) for square in squares_in(view.enemies))
    still = (_place(view, ghost.note, False) for ghost in view.memory.ghosts if ghost.still)
    return (*inside, *still)


def _place(view: View, note: Note, seen: bool) -> Place:
    enemy = 1 if view.who == 0 else 0
    first = view.side if view.ply % 2 else 1 - (view.side or 0)
    kinds = possible(note)
    if first is not None:
        kinds = tuple(k for k in kinds if came_in_time(k, note.square, enemy, first, view.ply))
    return Place(note.square, kinds, seen)


def list_fallen(view: View) -> tuple[Body, ...]:
    """Return the removed enemies, with the kinds they can have been."""
    return tuple(body(fallen.kinds, dead=True) for fallen in view.memory.fallen)


def _of_places(places: tuple[Place, ...], kinds: tuple[Kinds, ...]) -> dict[str, str]:
    facts = {}
    for place, left in zip(places, kinds, strict=True):
        if len(left) == 1:
            where = f"{'on' if place.seen else 'that you last saw on'} {NAMES[place.square]}"
            key = THE_COMMANDER if left == (COMMANDER,) else f"{KEYS[left[0]]}-{NAMES[place.square]}"
            facts[key] = f"The piece {where} is {with_article(left[0])}."
    return facts


def _out_of_sight(view: View) -> dict[str, str]:
    """Return where the Commander was last seen, if it was identified before it went out of sight."""
    for ghost in view.memory.ghosts:
        if possible(ghost.note) == (COMMANDER,):
            where = f"{NAMES[ghost.note.square]}, on turn {ghost.ply}"
            return {THE_COMMANDER: f"The Commander is the piece that you last saw on {where}."}
    return {}
