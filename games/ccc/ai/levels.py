"""The levels of the AI, and what each is worth beside the others."""

from __future__ import annotations

from collections.abc import Mapping

from games.ccc.actions import Action
from games.ccc.ai.players import easy, medium
from games.ccc.ai.searching import expert, hard
from games.ccc.state import View
from games.core.game import Player

PLAYERS: Mapping[str, Player[View, Action]] = {
    "easy": easy,
    "medium": medium,
    "hard": hard,
    "expert": expert,
}
LEVEL_RATINGS: Mapping[str, int] = {"easy": 1000, "medium": 1600, "hard": 1850, "expert": 2070}
"""In self-play `medium` won all of 88 matches: 600 points more, at the least; `hard` has 81 % of 120 against
`medium`, `expert` 79 % of 40 against `hard`."""
