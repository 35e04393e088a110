"""The names of the AI levels, and descriptions of how they play, for players."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Persona

PERSONAS: Mapping[str, Persona] = {
    "alpha": Persona(
        "Abacus",
        "Follows the recipe in the rules, bead by bead: remove what it can, play the most expensive card "
        "it can afford, attack when the math comes out ahead. In Skirmish it presses, too. No hunches.",
    ),
    "skilled": Persona(
        "Understudy",
        "Has learned from Maestro to choose its cards, but not to wait: it spends its Pitfalls sooner. In "
        "Skirmish it presses where a fight would be better, until you have two cards more than it.",
    ),
    "hard": Persona(
        "Maestro",
        "Plans a fight as a whole, so that small creatures destroy a large one together. It saves its "
        "Pitfalls for your giants, and finishes what it has won.",
    ),
}
