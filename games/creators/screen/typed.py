"""What somebody means who types a roll or a move in their own way."""

from __future__ import annotations

from games.core.errors import Illegal, quoted
from games.core.vocabulary.typed import is_straight, plain, squares

_ROLLS = {"roll", "rolls", "rollthedie", "rolladie", "rollthedice", "rolldie", "rolldice", "die", "dice"}

_LONGEST = 7
"""Squares of a pawn's way, when each of them is named."""


def as_notation(text: str) -> str | None:
    """The notation of a roll, or of a pawn's way from its first square to its last; Illegal."""
    if plain(text) in _ROLLS:
        return "roll"
    path = squares(text, "creator", "destroyer", "mine", "my", "exactly")
    if not 2 <= len(path) <= _LONGEST:
        return None
    if len(path) > 2 and not is_straight(path):
        raise Illegal(f"A pawn moves in one straight line, and “{quoted(' '.join(path))}” isn't one.")
    return f"{path[0]}-{path[-1]}"
