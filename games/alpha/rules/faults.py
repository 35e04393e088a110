"""Faults of a document: each a sentence that begins with its place, counted from 0."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from difflib import get_close_matches

from games.core.vocabulary.documents import MOST_FAULTS

_MOST_SUGGESTIONS, _MOST_KNOWN = 10, 250
"""Looking for what was meant takes a while; a document of nonsense must not keep anybody waiting."""
_LONGEST_QUOTE = 40
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters, signs and marks that are drawn as nothing."""


Text = str | Callable[[], str]
"""A text, or what makes it when it is needed."""


class Faults:
    """Collects the faults of one reading: so many of them as sentences, and how many there are."""

    def __init__(self) -> None:
        self.count = 0
        self._found: dict[str, None] = {}
        self._suggestions = _MOST_SUGGESTIONS

    @property
    def sentences(self) -> tuple[str, ...]:
        """Each fault, in the order in which they were found."""
        return tuple(self._found)

    def add(self, place: Text, fault: Text) -> None:
        """One more fault, `deck[7]: no card "wlof"`; after the first 200 it is counted, and never written."""
        if len(self._found) == MOST_FAULTS:
            self.count += 1
            return
        self._found[written(place, fault)] = None
        self.count = len(self._found)

    def meant(self, word: object, known: tuple[str, ...]) -> str:
        """`; did you mean "wolf"?`, or nothing when no known word is like this one."""
        if not isinstance(word, str) or len(word) > _LONGEST_QUOTE or self._suggestions == 0:
            return ""
        self._suggestions -= 1
        like = get_close_matches(word.lower(), known[-_MOST_KNOWN:], 1)
        return f'; did you mean "{like[0]}"?' if like else ""


def written(place: Text, fault: Text) -> str:
    """A fault as a sentence that begins with its place."""
    return ": ".join(text if isinstance(text, str) else text() for text in (place, fault))


def at(place: str, field: str) -> str:
    """The place of a field."""
    return f"{place}.{field}" if place else field


def quoted(value: object) -> str:
    """A value as it may be shown: short, and nothing in it invisible."""
    if isinstance(value, str):
        shown = "".join(map(_shown, value[:_LONGEST_QUOTE]))
        return f'"{shown}…"' if len(value) > _LONGEST_QUOTE else f'"{shown}"'
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value) if value.bit_length() < 64 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    return "a list" if isinstance(value, list | tuple) else "an object"


def is_visible(character: str) -> bool:
    """Whether a character can be seen in a text; an ordinary space can."""
    if character == " ":
        return True
    return unicodedata.category(character)[0] not in "CZ" and not _BLANK.match(character)


def _shown(character: str) -> str:
    return character if is_visible(character) else f"\\u{ord(character):04x}"
