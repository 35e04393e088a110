"""How the levels of the AI are called, and how they play, as people are told."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Character

CHARACTERS: Mapping[str, Character] = {
    "alpha": Character(
        "Abacus",
        "Plays the recipe in the rules, bead by bead: remove what it can, play the dearest card "
        "that it can pay for, attack when the sum comes out ahead. No hunches.",
    ),
}
