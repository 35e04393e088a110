"""An action as advice: a layout as a picture, a step or an attack as an arrow."""

from __future__ import annotations

from games.core.advice import Advice, advised, moved, struck
from games.decoy.actions import Action, Attack, SetUp, Step, can_attack, piece_on
from games.decoy.board import NAMES
from games.decoy.layouts import write_layout
from games.decoy.pieces import KINDS, Kind, kind_of
from games.decoy.scene import scene
from games.decoy.set_up_prompt import COMMIT, set_up_prompt
from games.decoy.state import MOVEMENT
from games.decoy.view import View


def advice(view: View, action: Action) -> Advice:
    """What the viewer is advised to do, by what the viewer sees."""
    match action:
        case SetUp(layout):
            asked = set_up_prompt(view.who or 0, (write_layout(layout), COMMIT))
            return advised("set up your pieces as shown in the picture", asked.picture or scene(view))
        case Step(source, target):
            words = f"step with the {_kind(view, source).name} from {NAMES[source]} to {NAMES[target]}"
            return advised(words, scene(view), *moved(NAMES[source], NAMES[target]))
        case Attack(source, target):
            return _attack(view, source, target)
        case _:
            attacks = view.phase == MOVEMENT and can_attack(view.own, view.enemies)
            words = "stop moving and go on to attacks" if attacks else "end the turn here"
            return advised(words, scene(view))


def _kind(view: View, square: int) -> Kind:
    return KINDS[kind_of(piece_on(view.own, square) or 0)]


def _attack(view: View, source: int, target: int) -> Advice:
    words = f"attack the enemy on {NAMES[target]} with the {_kind(view, source).name} on {NAMES[source]}"
    return advised(words, scene(view), *struck(NAMES[source], NAMES[target]))
