"""What somebody means who types a move: spaces, dashes and capitals are taken as they come."""

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
"""Words that may stand beside squares and say nothing more than the squares do."""
MOST_READ = 500
"""Characters of a text that is taken as it comes; a longer one is a mistake."""


def plain(text: str) -> str:
    """A text without what people type differently: spaces, dashes, dots, commas, capitals, accents."""
    return _BESIDE.sub("", _bare(text))


def _bare(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(one for one in letters if not unicodedata.combining(one))


def even(text: str) -> str:
    """A text in small letters, with single spaces, one kind of dash and `x` for every way to write it."""
    return " ".join(_DASHES.sub("-", _bare(text).replace("×", "x")).split())


def meant(text: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that says the same; None when there is none, or more than one."""
    wanted = plain(text)
    found = [candidate for candidate in candidates if wanted and plain(candidate) == wanted]
    return found[0] if len(found) == 1 else None


def squares(text: str, *words: str) -> tuple[str, ...]:
    """The squares that a text names, such as h2 or a10, in its order; dashes, signs and words like “to” may
    stand between them, and those of `words`. Empty when anything else is in the text."""
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
    """Whether squares lie on one row, column or diagonal, each farther along than the one before."""
    places = [(ord(name[0]), int(name[1:])) for name in path]
    ways = {_way(*one, *other) for one, other in pairwise(places)}
    return len(ways) == 1 and None not in ways


def _way(file: int, rank: int, to_file: int, to_rank: int) -> tuple[int, int] | None:
    across, up = to_file - file, to_rank - rank
    if (across and up and abs(across) != abs(up)) or not (across or up):
        return None
    return (across > 0) - (across < 0), (up > 0) - (up < 0)
