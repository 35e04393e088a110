"""Documents that people make and keep for a game, such as a deck."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from games.core.errors import GameError
from games.core.screen.pages import RulesPage

MOST_BYTES = 64 * 1024
"""The largest size of a document."""


MOST_DEPTH = 16
"""The deepest nesting of lists and objects; our own documents need four levels."""
MOST_FAULTS = 200
"""The most faults listed; after fixing that many, people send the file again anyway."""
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET = re.compile(rb"[][{}]")


class Faulty(GameError):
    """A document that can't be used, with up to MOST_FAULTS `faults`, each beginning with its place.

    `count` is the total number of faults, if there are more than passed in.
    """

    def __init__(self, faults: tuple[str, ...], count: int = 0) -> None:
        self.faults = faults[:MOST_FAULTS]
        self.count = max(count, len(faults))
        super().__init__("\n".join(self.lines))

    @property
    def lines(self) -> tuple[str, ...]:
        """The faults and, if some are left out, a last line such as “… and 83,803 more”."""
        return (*self.faults, *more_faults(self.count - len(self.faults)))


def more_faults(count: int) -> tuple[str, ...]:
    """Return the line that stands for `count` further faults; empty if there are none."""
    return (f"… and {count:,} more",) if count else ()


def is_too_deep(content: bytes) -> bool:
    """Return whether JSON is nested too deeply; to be called before parsing, in one pass."""
    steps = (1 if found[0] in b"[{" else -1 for found in _BRACKET.finditer(_STRING.sub(b"", content)))
    return any(depth > MOST_DEPTH for depth in accumulate(steps))


class Builder(msgspec.Struct, frozen=True):
    """How a document is built with buttons from at most 25 `parts`, each named in a few words.

    Attributes:
        counts: Shipped name or document → the number of each part (None: it has other parts, too).
        document: Counts → the document, which the kind's `read` has yet to check.
        missing: Counts → what's wrong, in sentences.
        page: Counts → a page that shows the parts chosen so far.
    """

    parts: tuple[str, ...]
    counts: Callable[[str | Mapping[str, Any]], tuple[int, ...] | None]
    document: Callable[[Sequence[int]], Mapping[str, Any]]
    missing: Callable[[Sequence[int]], tuple[str, ...]]
    page: Callable[[Sequence[int]], RulesPage]


class DocumentKind(msgspec.Struct, frozen=True):
    """A kind of documents.

    Attributes:
        noun: Its name, also in commands.
        option: The game's option that takes one for each seat, by a shipped name or as the document itself.
        shipped: The names of the shipped documents.
        read: File content → the document as JSON data; raises Faulty. It may be slow, like `about` and
            `page`, so it's never called on the event loop's thread.
        about: Shipped name or document → one line.
        page: Shipped name or document → a page that shows it.
        example: () → a document to begin from.
        shipped_document: Shipped name → its document, which `read` accepts.
        builder: How one can be built with buttons.
    """

    noun: str
    option: str
    shipped: tuple[str, ...]
    read: Callable[[bytes], Mapping[str, Any]]
    about: Callable[[str | Mapping[str, Any]], str]
    page: Callable[[str | Mapping[str, Any]], RulesPage]
    example: Callable[[], str]
    shipped_document: Callable[[str], Mapping[str, Any]]
    builder: Builder | None = None
