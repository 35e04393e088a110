"""How the levels of the AI are called, and how they play, as people are told."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Persona

PERSONAS: Mapping[str, Persona] = {
    "easy": Persona(
        "Puppy",
        "Bounds toward you with whatever comes to paw, and bites whatever is next to it. Its "
        "Commander stays home, and that's the whole plan.",
    ),
    "medium": Persona(
        "Cat",
        "Stalks what it sees, and keeps its Commander and its Decoys out of your reach. After a "
        "few quiet turns it loses patience.",
    ),
    "hard": Persona(
        "Fox",
        "Guesses what your diamonds are from everything they've shown, and plans its whole turn at "
        "once, steps and bites together. Fond of Commanders.",
    ),
    "expert": Persona(
        "Owl",
        "Sees no more in the dark than you do, but makes more of it: it keeps its fighters together, "
        "weighs both sides before it bites, and can wait. Staying home won't save you.",
    ),
}
