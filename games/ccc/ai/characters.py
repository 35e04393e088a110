"""How the levels of the AI are called, and how they play, as people are told."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Character

CHARACTERS: Mapping[str, Character] = {
    "easy": Character(
        "Duckling",
        "Waddles around, takes something now and then, and never does anything plainly silly. Pays its "
        "compliments from behind a reed.",
    ),
    "medium": Character(
        "Beaver",
        "Tries its best ideas against your rudest replies, and keeps the one whose dam holds.",
    ),
    "hard": Character(
        "Otter",
        "Plays out each line a few moves deep, yours and its own in turn, before it lets go of a stone. "
        "Its praise is the only dry thing about it.",
    ),
    "expert": Character(
        "Octopus",
        "Eight arms, and a different line in each; it follows the best one further than Otter would. "
        "Generous with praise while it squeezes.",
    ),
}
