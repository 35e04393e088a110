"""Scripts of Decoy Patrol that refuse to play."""

from __future__ import annotations

import random

from bench.players.scripts import turtle
from bench.refusals import Scripts
from games.core.game import Briefing
from games.decoy.rules.actions import END, Action
from games.decoy.rules.state import MOVEMENT
from games.decoy.rules.view import View


def sit(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """Stand packed around the Commander and take no step."""
    return END if view.phase == MOVEMENT else turtle(view, briefing, rng, budget)


SCRIPTS: Scripts = {"sit": sit, "turtle": turtle}
