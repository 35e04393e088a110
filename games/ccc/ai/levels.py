"""The levels of the AI, and what each is worth beside the others."""

from __future__ import annotations

from collections.abc import Mapping

from games.ccc.actions import Action
from games.ccc.ai.players import easy, medium, novice, steady
from games.ccc.ai.searching import expert, hard
from games.ccc.state import View
from games.core.game import Player

PLAYERS: Mapping[str, Player[View, Action]] = {
    "novice": novice,
    "easy": easy,
    "steady": steady,
    "medium": medium,
    "hard": hard,
    "expert": expert,
}
LEVEL_RATINGS: Mapping[str, int] = {
    "novice": 890,
    "easy": 1000,
    "steady": 1035,
    "medium": 1225,
    "hard": 1360,
    "expert": 1585,
}
"""From a few matches of neighbors each, see docs/strength.md; that of `expert` from the first ruleset."""
