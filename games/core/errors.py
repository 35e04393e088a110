"""What can be wrong with something a person sent. Every message is one clear sentence."""

from __future__ import annotations

_LONGEST_QUOTE = 40


class GameError(ValueError):
    """Base of the three failures; `str(error)` may be shown to the person who caused it."""


class OptionError(GameError):
    """A match option has an unknown name or a value that is not allowed; names field, value, allowed."""


class Unreadable(GameError):
    """A text that is not an action in this game's notation."""


class Illegal(GameError):
    """A readable action that may not be played now, or by this seat."""


def quoted(text: str) -> str:
    """What a person sent, as a message says it back: cut where it is long."""
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"
