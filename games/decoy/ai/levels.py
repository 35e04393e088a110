"""The levels of the AI, and what each is worth beside the others."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Player
from games.decoy.actions import Action
from games.decoy.ai.players import easy, medium
from games.decoy.ai.temper import EXPERT, HARD
from games.decoy.ai.thinking import Thinker
from games.decoy.view import View

PLAYERS: Mapping[str, Player[View, Action]] = {
    "easy": easy,
    "medium": medium,
    "hard": Thinker(HARD),
    "expert": Thinker(EXPERT),
}
LEVEL_RATINGS: Mapping[str, int] = {"easy": 1000, "medium": 1450, "hard": 1745, "expert": 2060}
"""In self-play `medium` wins 93 % against `easy`, `hard` 84 % against `medium`, `expert` 86 % against `hard`,
draws counted half."""
