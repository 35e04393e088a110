"""Scripts of Alpha Duel that refuse to play."""

from __future__ import annotations

import random

from bench.refusals import Scripts
from games.alpha.rules.actions import END, Action
from games.alpha.rules.view import View
from games.core.game import Briefing


def end(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
    """End every phase at once."""
    return END


SCRIPTS: Scripts = {"end": end}
