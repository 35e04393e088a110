"""The levels of the AI and their ratings."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Player
from games.creators.ai.expectimax import best_move, look_ahead
from games.creators.ai.expectimax_deeper import look_further
from games.creators.ai.players import (
    EASY_FORGETS,
    MEDIUM_DESTROYER_KEEPS,
    MEDIUM_FORGETS,
    SKILLED_FORGETS,
    Filling,
    Memory,
    best_of_equals,
)
from games.creators.rules.geometry import Action
from games.creators.rules.view import View

PLAYERS: Mapping[str, Player[View, Action]] = {
    "easy": Filling(EASY_FORGETS),
    "medium": Memory(MEDIUM_FORGETS, best_of_equals, MEDIUM_DESTROYER_KEEPS),
    "skilled": Memory(SKILLED_FORGETS, best_move),
    "hard": look_ahead,
    "expert": look_further,
}
LEVEL_RATINGS: Mapping[str, int] = {
    "easy": 1000,
    "medium": 1123,
    "skilled": 1227,
    "hard": 1432,
    "expert": 1559,
}
"""The ratings of the levels, with `easy` at 1000.

In 400 single matches of Standard each, `medium` wins 67 % against `easy` and `skilled` 64.5 % against
`medium`; in 200 each, `hard` wins 76.5 % against `skilled` and `expert` 67.5 % against `hard`.
"""
