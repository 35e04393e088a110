"""Scripts of Collapsable Construct Collision that refuse to play."""

from __future__ import annotations

import random

from bench.refusals import Scripts
from games import GAMES
from games.ccc.rules.actions import Action, Attack, Swap
from games.ccc.rules.state import View
from games.core.game import Briefing

GAME = GAMES["ccc"]


def swap(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Let two Pyramids change places, turn after turn, else do anything but attack."""
    actions = list(GAME.actions(view))
    swaps = [action for action in actions if isinstance(action, Swap)]
    quiet = [action for action in actions if not isinstance(action, Attack)]
    return rng.choice(swaps or quiet or actions)


SCRIPTS: Scripts = {"swap": swap}
