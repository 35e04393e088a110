"""Rolls and moves in the players' own wording, turned into notation."""

from __future__ import annotations

from games.core.errors import Illegal, quote
from games.core.vocabulary.typed import is_straight, plain, squares

_ROLLS = {"roll", "rolls", "rollthedie", "rolladie", "rollthedice", "rolldie", "rolldice", "die", "dice"}

_LONGEST = 7
"""The most squares that a pawn's way has when all of them are named."""


def as_notation(text: str) -> str | None:
    """Return the notation of a typed roll, or of a pawn's way from its first square to its last.

    None if the text is neither; raises Illegal if the squares aren't in one straight line.
    """
    if plain(text) in _ROLLS:
        return "roll"
    path = squares(text, "creator", "destroyer", "mine", "my", "exactly")
    if not 2 <= len(path) <= _LONGEST:
        return None
    if len(path) > 2 and not is_straight(path):
        raise Illegal(f"A pawn moves in one straight line, and “{quote(' '.join(path))}” isn't one.")
    return f"{path[0]}-{path[-1]}"
