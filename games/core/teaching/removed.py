"""Words that were taken out of a record: a mark with their hash takes their place, so that the record still
verifies, and anybody who knows the words can tell that it was they."""

from __future__ import annotations

import hashlib
import re

_DIGITS = 16
_MARK = re.compile(rf"removed:[0-9a-f]{{{_DIGITS}}}")


def removed(words: str) -> str:
    """What takes the place of words: “removed:” and the first 16 digits of their SHA-256, in UTF-8."""
    return f"removed:{hashlib.sha256(words.encode(errors='surrogatepass')).hexdigest()[:_DIGITS]}"


def is_removed(words: str) -> bool:
    """Whether the words are such a mark."""
    return _MARK.fullmatch(words) is not None


def has_mark(text: str) -> bool:
    """Whether there is such a mark in the text of an action, which nobody may write themselves."""
    return _MARK.search(text) is not None


def unmarked(text: str) -> str:
    """The text of an action without such marks: the same whatever was said with it."""
    return _MARK.sub("", text)
