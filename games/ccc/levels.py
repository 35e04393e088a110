"""The levels of the AI, and what each is worth beside the others."""

from __future__ import annotations

from collections.abc import Mapping

from games.ccc.actions import Action
from games.ccc.players import easy, medium
from games.ccc.state import View
from games.core.game import Player

PLAYERS: Mapping[str, Player[View, Action]] = {"easy": easy, "medium": medium}
LEVEL_RATINGS: Mapping[str, int] = {"easy": 1000, "medium": 1600}
"""`medium` won all of 30 matches of self-play: 600 points more, at the least."""
