"""Errors in what a person sent. Every message is one clear sentence."""

from __future__ import annotations

_LONGEST_QUOTE = 40


class GameError(ValueError):
    """Base of errors in a person's input; `str(error)` may be shown to that person."""


class OptionError(GameError):
    """An unknown option name or value; the message names the option, the value and the allowed values."""


class Unreadable(GameError):
    """A text that isn't an action in this game's notation."""


class Illegal(GameError):
    """A readable action that may not be played now, or not by this seat."""


def quote(text: str) -> str:
    """Return a person's text for quoting in a message, cut with “…” to 40 characters."""
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"
