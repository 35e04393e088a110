"""The AI levels and their ratings."""

from __future__ import annotations

from collections.abc import Mapping

from games.ccc.ai.players import easy, medium, novice
from games.ccc.ai.searching import expert, hard
from games.ccc.rules.actions import Action
from games.ccc.rules.state import View
from games.core.game import Player

PLAYERS: Mapping[str, Player[View, Action]] = {
    "novice": novice,
    "easy": easy,
    "medium": medium,
    "hard": hard,
    "expert": expert,
}
LEVEL_RATINGS: Mapping[str, int] = {
    "novice": 1000,
    "easy": 1222,
    "medium": 1371,
    "hard": 1496,
    "expert": 1741,
}
"""Ratings from 200 matches between neighboring levels, 112 for `expert`, see docs/strength.md."""
