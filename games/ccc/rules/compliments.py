"""Compliments: the ready ones, and the check of players' own. CCC-42."""

from __future__ import annotations

import json
import unicodedata

from games.core.teaching.removed import is_removed

READY: tuple[str, ...] = (
    "Cool move.",
    "I did not see that coming.",
    "That was a lovely idea.",
    "You make this look easy.",
    "What a patient plan.",
    "Beautifully stacked.",
    "I would never have found that.",
    "You keep me thinking, and I like it.",
)
"""Ready compliments on the last move."""
READY_FOR_THE_GAME: tuple[str, ...] = (
    "Bold plan, all game long.",
    "Your whole game hangs together.",
    "I've learned something from every move of yours.",
)
"""Ready compliments on the whole game, for a Flag that is put back."""
FORMER: tuple[str, ...] = ("I have learnt something from every move of yours.",)
"""Compliments that were ready once: no longer offered, but legal, since records have them."""
LONGEST = 200
_NO_LETTERS = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories of control characters, surrogates, and line and paragraph separators."""
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that change the direction of text, even of the text after the compliment."""
_EMPTY = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look like blanks."""


def what_is_wrong(text: str, mode: str) -> str | None:
    """Return why a text can't be a compliment with the option `compliments`, or None if it can."""
    if mode == "off":
        return "In this match, Flags move without words; leave the braces empty." if text else None
    if is_removed(text) or text in READY:
        return None
    if not text.strip():
        return f"A Nice Flag needs a compliment of 1 to {LONGEST} characters."
    if len(text) > LONGEST:
        return f"A compliment can have at most {LONGEST} characters; this one has {len(text)}."
    if not all(map(_may_be_said, text)) or not any(map(_is_seen, text)):
        return "A compliment must be one line of visible characters."
    if mode == "list" and text not in READY + READY_FOR_THE_GAME + FORMER:
        return "In this match, you choose compliments from the list."
    return None


def _may_be_said(letter: str) -> bool:
    """Return whether a character is allowed: any script or emoji, no line breaks or turned text."""
    return unicodedata.category(letter) not in _NO_LETTERS and letter not in _TURNING


def _is_seen(letter: str) -> bool:
    """Return whether a character is visible; one unknown to this Unicode version may be a new emoji."""
    category = unicodedata.category(letter)
    return (category[0] in "LNPS" or category in ("Cn", "Co")) and letter not in _EMPTY


def escape(text: str) -> str:
    """Return a text as it is written between the braces: JSON without its quotes, and braces escaped."""
    plain = json.dumps(text, ensure_ascii=False)[1:-1]
    return plain.replace("{", "\\u007b").replace("}", "\\u007d")


def unescape(text: str) -> str:
    """Return the text written between the braces; raise ValueError if it is no JSON string content."""
    value = json.loads(f'"{text}"')
    if not isinstance(value, str):
        raise ValueError("not a string")
    return value
