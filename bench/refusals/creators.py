"""Scripts of Creators vs Destroyers that refuse to play."""

from __future__ import annotations

import random

from bench.refusals import Scripts
from games import GAMES
from games.core.game import Briefing
from games.creators.rules.geometry import Action
from games.creators.rules.view import View

GAME = GAMES["creators"]


def shuffle(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Roll, and make any move."""
    return rng.choice(list(GAME.actions(view)))


SCRIPTS: Scripts = {"shuffle": shuffle}
