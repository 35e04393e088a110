"""The levels of the AI, and what each is worth beside the others."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Player
from games.creators.ai.expectimax import look_ahead
from games.creators.ai.expectimax_deeper import look_further
from games.creators.ai.players import EASY_FORGETS, MEDIUM_FORGETS, Memory
from games.creators.geometry import Action
from games.creators.view import View

PLAYERS: Mapping[str, Player[View, Action]] = {
    "easy": Memory(EASY_FORGETS),
    "medium": Memory(MEDIUM_FORGETS),
    "hard": look_ahead,
    "expert": look_further,
}
LEVEL_RATINGS: Mapping[str, int] = {"easy": 1000, "medium": 1108, "hard": 1400, "expert": 1565}
"""In self-play of single legs `medium` wins 65 % against `easy`, `hard` 85 % against `medium`, `expert` about
72 % against `hard`."""
