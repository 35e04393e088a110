"""The names of the AI's levels, and how they play, as described to players."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Persona

PERSONAS: Mapping[str, Persona] = {
    "easy": Persona(
        "Moth",
        "Forgets a third of what it saw, flutters to any square that still glows for it, and never "
        "notices what it could capture. Good company for a first game.",
    ),
    "medium": Persona(
        "Squirrel",
        "Buries the pattern with care and loses one nut in four. Of a pattern that others bury, it finds "
        "four cells again. Takes what looks best now; winter can wait.",
    ),
    "skilled": Persona(
        "Chickadee",
        "Weighs all six of your rolls as Magpie does, but has hidden things in so many places that "
        "a fifth of them stay lost.",
    ),
    "hard": Persona(
        "Magpie",
        "Forgets nothing that glitters. Before each move it thinks about all six rolls you might "
        "make, and what you'd do with them.",
    ),
    "expert": Persona(
        "Elephant",
        "Never forgets, and follows its best ideas three rolls farther than Magpie. It will sit "
        "down, very gently, on the cell you need.",
    ),
}
