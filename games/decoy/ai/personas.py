"""The names of the AI levels, and the descriptions of their play for players."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Persona

PERSONAS: Mapping[str, Persona] = {
    "easy": Persona(
        "Puppy",
        "Bounds toward you with whatever fighter comes to paw, and bites whatever is next to it. Its "
        "Commander comes out late, and that's the whole plan.",
    ),
    "steady": Persona(
        "Badger",
        "Trundles after anything it sees, and never asks what's under the diamond. Show it something, "
        "and it comes, unless it's daydreaming.",
    ),
    "medium": Persona(
        "Cat",
        "Stalks what it sees, works out what it may be, and keeps its Commander and its Decoys out "
        "of your reach. Its fighters get bolder the longer it's quiet.",
    ),
    "skilled": Persona(
        "Stoat",
        "Guesses what your diamonds are from everything they've shown, and plans its whole turn at "
        "once, steps and bites together. Doesn't count what it has left.",
    ),
    "hard": Persona(
        "Fox",
        "Guesses and plans like the Stoat, and knows which side is stronger: ahead it gets bold, "
        "behind it saves its fighters. Fond of Commanders.",
    ),
    "expert": Persona(
        "Owl",
        "Sees no more in the dark than you do, but makes more of it: it keeps its fighters together, "
        "weighs both sides before it bites, and can wait. Staying home won't save you.",
    ),
}
