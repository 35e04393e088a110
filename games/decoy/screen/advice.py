"""Actions presented as advice: a layout as a picture, a step or an attack as an arrow."""

from __future__ import annotations

from games.core.screen.advice import Advice, build_advice, mark_move, mark_strike
from games.decoy.rules.actions import Action, Attack, SetUp, Step, can_attack, losses, piece_on
from games.decoy.rules.board import NAMES, NEAR, SIDE, squares_in
from games.decoy.rules.layouts import write_layout
from games.decoy.rules.notes import note_of, possible
from games.decoy.rules.pieces import COMMANDER, KINDS, Kind, kind_of, square_of, step_piece
from games.decoy.rules.sight import sight
from games.decoy.rules.state import MOVEMENT
from games.decoy.rules.view import View
from games.decoy.screen.own_notes import hide_notes
from games.decoy.screen.scene import in_signs, scene
from games.decoy.screen.set_up_prompt import COMMIT, set_up_prompt

_HOME = (0, SIDE - 1)
"""The back row of each seat."""
_SET_UP = "All your pieces look the same to your opponent, so your Commander can hide among them."
_ATTACK_NOW = "An enemy is within reach, and another step could give away who's who."
_ENOUGH = "The attacks you have left would tell your opponent more than they're worth."
_STAY = "Every step shows your opponent how a piece moves, so it's often good to stand still."


def advice(view: View, action: Action) -> Advice:
    """Present an action as advice, with a reason that uses only what the viewer is shown."""
    view = hide_notes(view)
    match action:
        case SetUp(layout):
            asked = set_up_prompt(view.who or 0, (write_layout(layout), COMMIT))
            words = "set up your pieces as shown in the picture"
            return build_advice(words, in_signs(asked.picture or scene(view), view.options), why=_SET_UP)
        case Step(source, target):
            words = f"step with the {_kind(view, source).name} from {NAMES[source]} to {NAMES[target]}"
            marks = mark_move(NAMES[source], NAMES[target])
            return build_advice(words, scene(view), *marks, why=_why_step(view, action))
        case Attack(source, target):
            return _attack(view, source, target)
        case _:
            attacks = view.phase == MOVEMENT and can_attack(view.own, view.enemies)
            words = "stop moving and go on to attacks" if attacks else "end the turn here"
            return build_advice(words, scene(view), why=_why_end(view, attacks))


def _kind(view: View, square: int) -> Kind:
    return KINDS[kind_of(piece_on(view.own, square) or 0)]


def _attack(view: View, source: int, target: int) -> Advice:
    words = f"attack the enemy on {NAMES[target]} with the {_kind(view, source).name} on {NAMES[source]}"
    return build_advice(
        words, scene(view), *mark_strike(NAMES[source], NAMES[target]), why=_why_attack(view, target)
    )


def _why_end(view: View, attacks: bool) -> str:
    if attacks:
        return _ATTACK_NOW
    return _STAY if view.phase == MOVEMENT else _ENOUGH


def _why_attack(view: View, target: int) -> str:
    kinds = possible(note_of(view.notes, target))
    if kinds == (COMMANDER,):
        return "Everything it has shown says that it's the Commander."
    if len(kinds) == 1:
        name = KINDS[kinds[0]].name
        return f"Everything it has shown says that it's {'an' if name[0] in 'AEIOU' else 'a'} {name}."
    if COMMANDER in kinds:
        return "It could still be their Commander, and how it takes the hit tells you more."
    return "A hit weakens it, and how it takes the hit tells you what it is."


def _why_step(view: View, step: Step) -> str:
    """Return the reason for a step, as far as its player sees."""
    source, target, enemies = step.source, step.target, view.enemies
    taken, _ = losses(view, step)
    if taken:
        return "It takes the last liberty of what it surrounds."
    beside, before = NEAR[target] & enemies, NEAR[source] & enemies
    if before and not beside:
        return "It gets away from an enemy that could attack it where it is."
    if beside & ~before:
        unknown = any(len(possible(note_of(view.notes, enemy))) > 1 for enemy in squares_in(beside & ~before))
        met = "an enemy you haven't figured out yet" if unknown else "an enemy you've figured out"
        return f"It comes within reach of {met}."
    if _find_seen_after(view, step).bit_count() > view.sight.bit_count():
        return "You see more of the fog from there."
    if abs(target // SIDE - _HOME[view.who or 0]) > abs(source // SIDE - _HOME[view.who or 0]):
        return "It takes the piece closer to their home rows."
    return "It stays where it can attack." if beside else "No enemy you can see would be next to it there."


def _find_seen_after(view: View, step: Step) -> int:
    """Return the squares that the viewer sees after a step, as a set."""
    kept = (piece for piece in view.own if square_of(piece) != step.source)
    moving = piece_on(view.own, step.source) or 0
    return sight((*kept, step_piece(moving, step.target)), view.options.vision)
