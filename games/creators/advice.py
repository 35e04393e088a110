"""An action as advice: in words, and as an arrow on the board."""

from __future__ import annotations

from games.core.advice import Advice, advised, moved, struck
from games.creators.geometry import Action, Roll
from games.creators.scene import scene
from games.creators.view import View


def advice(view: View, action: Action) -> Advice:
    """What the viewer is advised to do."""
    shown = scene(view)
    if isinstance(action, Roll):
        return advised("roll the die", shown)
    source, target = action.source, action.target
    if action.capture:
        return advised(f"capture on {target} with the pawn on {source}", shown, *struck(source, target))
    return advised(f"move the pawn on {source} to {target}", shown, *moved(source, target))
