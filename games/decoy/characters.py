"""How the levels of the AI are called, and how they play, as people are told."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Character

CHARACTERS: Mapping[str, Character] = {
    "easy": Character("Easy", ""),
    "medium": Character("Medium", ""),
}
