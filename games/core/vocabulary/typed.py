"""Lenient reading of typed moves: spaces, dashes and capitals don't matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

_BESIDE = re.compile(r"[\s\-‐‑‒–—―−→>.,;!]+")
_DASHES = re.compile("[‐‑‒–—―−→]|->")
_BETWEEN = (
    "moves?|moving|steps?|go|goes|going|hops?|from|to|the|my|an?|with|on|onto|over|then|and|pawn|piece|takes?|"
    "taking|captures?|attacks?|attacking|hits?"
)
"""Words that may stand between squares without changing the meaning."""
MOST_READ = 500
"""The longest text, in characters, that is read leniently; longer ones are mistakes."""


def plain(text: str) -> str:
    """Return a text without spaces, dashes, dots, commas, capitals and accents, which vary in typing."""
    return _BESIDE.sub("", _bare(text))


def _bare(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def even(text: str) -> str:
    """Return a text in lowercase with single spaces, one kind of dash, and `x` for the times sign."""
    return " ".join(_DASHES.sub("-", _bare(text).replace("×", "x")).split())


def match_candidate(text: str, candidates: Iterable[str]) -> str | None:
    """Return the only candidate that equals the text leniently, or None if there are none or several."""
    wanted = plain(text)
    found = [candidate for candidate in candidates if wanted and plain(candidate) == wanted]
    return found[0] if len(found) == 1 else None


def squares(text: str, *words: str) -> tuple[str, ...]:
    """Return the squares that a text names, such as h2 or a10, in order; empty if it contains anything else.

    Dashes, signs, words such as “to”, and `words` are allowed between them.
    """
    reader = _reader(words)
    written = even(text)
    if len(text) > MOST_READ or not reader.fullmatch(written):
        return ()
    return tuple(re.findall(_SQUARE, written, re.ASCII))


_SQUARE = r"[a-z][0-9]{1,2}"


@cache
def _reader(words: tuple[str, ...]) -> re.Pattern[str]:
    between = "|".join((_BETWEEN, *map(re.escape, words)))
    return re.compile(rf"(?:{_SQUARE}|[\s.,;:!>&^~-]|x(?![0-9])|\b(?:{between})\b)+", re.ASCII)


def is_straight(path: Sequence[str]) -> bool:
    """Return whether squares lie on one row, column or diagonal, each farther along than the one before."""
    places = [(ord(name[0]), int(name[1:])) for name in path]
    ways = {_way(*start, *end) for start, end in pairwise(places)}
    return len(ways) == 1 and None not in ways


def _way(file: int, rank: int, to_file: int, to_rank: int) -> tuple[int, int] | None:
    across, up = to_file - file, to_rank - rank
    if (across and up and abs(across) != abs(up)) or not (across or up):
        return None
    return (across > 0) - (across < 0), (up > 0) - (up < 0)
