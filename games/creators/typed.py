"""What somebody means who types a roll or a move in their own way."""

from __future__ import annotations

from games.core.errors import Illegal, Unreadable, quoted
from games.core.typed import is_straight, plain, squares
from games.creators.notation import format_action, parse
from games.creators.view import View

_ROLLS = {"roll", "rolls", "rollthedie", "rolladie", "rollthedice", "rolldie", "rolldice", "die", "dice"}

_LONGEST = 7
"""Squares of a pawn's way, when each of them is named."""


def understood(view: View, text: str) -> tuple[str, ...]:
    """The one action that a text means, in notation; Unreadable | Illegal."""
    try:
        return (format_action(parse(view, text)),)
    except Unreadable:
        meant = _meant(text)
        if meant is None:
            raise
    return (format_action(parse(view, meant)),)


def _meant(text: str) -> str | None:
    """The notation of a roll, or of a pawn's way from its first square to its last."""
    if plain(text) in _ROLLS:
        return "roll"
    path = squares(text, "creator", "destroyer", "mine", "my", "exactly")
    if not 2 <= len(path) <= _LONGEST:
        return None
    if len(path) > 2 and not is_straight(path):
        raise Illegal(f"A pawn moves in one straight line, and “{quoted(' '.join(path))}” isn't one.")
    return f"{path[0]}-{path[-1]}"
