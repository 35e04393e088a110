"""Names of the AI levels and descriptions of how they play, for players to read."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Persona

PERSONAS: Mapping[str, Persona] = {
    "novice": Persona(
        "Tadpole",
        "Has eyes for two pieces at a time, and loves to see a tower tip over. What you might do next never "
        "crosses its mind.",
    ),
    "easy": Persona(
        "Duckling",
        "Waddles around with three of its pieces at a time, and looks twice at what you could take back. "
        "Pays its compliments from behind a reed.",
    ),
    "medium": Persona(
        "Beaver",
        "Tries its best ideas against your rudest replies, and keeps the one whose dam holds.",
    ),
    "hard": Persona(
        "Otter",
        "Plays out each line a few moves deep, yours and its own in turn, before it lets go of a stone. "
        "Says little, and all of it is praise.",
    ),
    "expert": Persona(
        "Octopus",
        "Eight arms, and a different line in each; it follows the best one farther than Otter would. "
        "Generous with praise while it squeezes.",
    ),
}
