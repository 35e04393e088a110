"""Mistakes in a deck document: sentences that each begin with the place of the mistake, counted from 0."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from difflib import get_close_matches

from games.core.vocabulary.documents import MOST_FAULTS

_MOST_SUGGESTIONS, _MOST_KNOWN = 10, 250
"""Limits of the slow search for similar words: searches per document, and words compared in each."""
_LONGEST_QUOTE = 40
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that are drawn as nothing, though Unicode calls them letters, signs or marks."""


Text = str | Callable[[], str]
"""A text, or a function that builds it when it is needed."""


class Faults:
    """The mistakes found in one document: at most 200 as sentences, and the number of all."""

    def __init__(self) -> None:
        self.count = 0
        self._found: dict[str, None] = {}
        self._suggestions = _MOST_SUGGESTIONS

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences, in the order in which the mistakes were found."""
        return tuple(self._found)

    def add(self, place: Text, fault: Text) -> None:
        """Add a mistake, such as `deck[7]: no card "wlof"`; after the first 200, only count it."""
        if len(self._found) == MOST_FAULTS:
            self.count += 1
            return
        self._found[format_fault(place, fault)] = None
        self.count = len(self._found)

    def suggest(self, word: object, known: tuple[str, ...]) -> str:
        """Return `; did you mean "wolf"?` with a similar known word, or an empty text."""
        if not isinstance(word, str) or len(word) > _LONGEST_QUOTE or self._suggestions == 0:
            return ""
        self._suggestions -= 1
        like = get_close_matches(word.lower(), known[-_MOST_KNOWN:], 1)
        return f'; did you mean "{like[0]}"?' if like else ""


def format_fault(place: Text, fault: Text) -> str:
    """Return a mistake as a sentence that begins with its place."""
    return ": ".join(text if isinstance(text, str) else text() for text in (place, fault))


def at(place: str, field: str) -> str:
    """Return the path of a field within a place, such as `cards[0].id`."""
    return f"{place}.{field}" if place else field


def quote(value: object) -> str:
    """Return a value as it may be shown in a sentence: shortened, with invisible characters escaped."""
    if isinstance(value, str):
        shown = "".join(map(_escape, value[:_LONGEST_QUOTE]))
        return f'"{shown}…"' if len(value) > _LONGEST_QUOTE else f'"{shown}"'
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value) if value.bit_length() < 64 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    return "a list" if isinstance(value, list | tuple) else "an object"


def is_visible(character: str) -> bool:
    """Return whether a character is visible in a text; an ordinary space counts as visible."""
    if character == " ":
        return True
    return unicodedata.category(character)[0] not in "CZ" and not _BLANK.match(character)


def _escape(character: str) -> str:
    return character if is_visible(character) else f"\\u{ord(character):04x}"
