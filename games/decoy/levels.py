"""The levels of the AI, and what each is worth beside the others."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Player
from games.decoy.actions import Action
from games.decoy.players import easy, medium
from games.decoy.view import View

PLAYERS: Mapping[str, Player[View, Action]] = {"easy": easy, "medium": medium}
LEVEL_RATINGS: Mapping[str, int] = {"easy": 1000, "medium": 1450}
"""`medium` wins 93 % in self-play."""
