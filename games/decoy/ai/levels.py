"""The levels of the AI and their ratings."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Player
from games.decoy.ai.players import easy, medium, steady
from games.decoy.ai.temper import EXPERT, HARD, SKILLED
from games.decoy.ai.thinking import Thinker
from games.decoy.rules.actions import Action
from games.decoy.rules.view import View

PLAYERS: Mapping[str, Player[View, Action]] = {
    "easy": easy,
    "steady": steady,
    "medium": medium,
    "skilled": Thinker(SKILLED),
    "hard": Thinker(HARD),
    "expert": Thinker(EXPERT),
}
LEVEL_RATINGS: Mapping[str, int] = {
    "easy": 1000,
    "steady": 1162,
    "medium": 1377,
    "skilled": 1597,
    "hard": 1738,
    "expert": 1817,
}
"""The levels' ratings. In self-play, each level scores against the one before: 72, 78, 78, 69, 61 %.

Draws count half.
"""
