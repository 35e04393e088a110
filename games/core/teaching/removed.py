"""Removed words: a mark with their hash replaces them in a record.

The record still verifies, and anyone who knows the words can check that they were the ones removed.
"""

from __future__ import annotations

import hashlib
import re

_DIGITS = 16
_MARK = re.compile(rf"removed:[0-9a-f]{{{_DIGITS}}}")


def mark_removed(words: str) -> str:
    """Return the mark for words: “removed:” and the first 16 digits of their SHA-256, in UTF-8."""
    return f"removed:{hashlib.sha256(words.encode(errors='surrogatepass')).hexdigest()[:_DIGITS]}"


def is_removed(words: str) -> bool:
    """Return whether the words are a mark of removed words."""
    return _MARK.fullmatch(words) is not None


def has_mark(text: str) -> bool:
    """Return whether an action's text contains a mark; players may not write one themselves."""
    return _MARK.search(text) is not None


def strip_marks(text: str) -> str:
    """Return an action's text without marks, so that removed words make no difference."""
    return _MARK.sub("", text)
