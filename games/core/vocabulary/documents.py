"""Documents that people make and keep for a game, such as a deck: what the bot must know to keep them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from games.core.errors import GameError
from games.core.screen.pages import RulesPage

MOST_BYTES = 64 * 1024
"""The size of a document at most."""


MOST_DEPTH = 16
"""How deep lists and objects may stand in one another; a document of ours needs four."""
MOST_FAULTS = 200
"""Faults listed one by one; after fixing that many, people send the file again anyway."""
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET = re.compile(rb"[][{}]")


class Faulty(GameError):
    """A document that cannot be used. `faults`: each fault, beginning with its place, at most MOST_FAULTS;
    `count`: how many there are in all, when they are more than are handed in here."""

    def __init__(self, faults: tuple[str, ...], count: int = 0) -> None:
        self.faults = faults[:MOST_FAULTS]
        self.count = max(count, len(faults))
        super().__init__("\n".join(self.lines))

    @property
    def lines(self) -> tuple[str, ...]:
        """The faults, and one closing line where they are not all: “… and 83,803 more”."""
        return (*self.faults, *more_faults(self.count - len(self.faults)))


def more_faults(count: int) -> tuple[str, ...]:
    """The line that stands for so many further faults; none where there are no more."""
    return (f"… and {count:,} more",) if count else ()


def is_too_deep(content: bytes) -> bool:
    """Whether JSON is nested too deeply; one walk over it, to be taken before anything parses it."""
    steps = (1 if found[0] in b"[{" else -1 for found in _BRACKET.finditer(_STRING.sub(b"", content)))
    return any(depth > MOST_DEPTH for depth in accumulate(steps))


class Builder(msgspec.Struct, frozen=True):
    """How a document is put together from `parts`, which are named in a few words each, at most 25 of them.

    `counts`: a shipped name or a document → how many of each part it has (None: it has others, too);
    `document`: counts → the document, which the kind's `read` has yet to check; `missing`: counts → what is
    wrong, in sentences; `page`: counts → what is there so far."""

    parts: tuple[str, ...]
    counts: Callable[[str | Mapping[str, Any]], tuple[int, ...] | None]
    document: Callable[[Sequence[int]], Mapping[str, Any]]
    missing: Callable[[Sequence[int]], tuple[str, ...]]
    page: Callable[[Sequence[int]], RulesPage]


class DocumentKind(msgspec.Struct, frozen=True):
    """A kind of documents: what one is called (`noun`, in commands too), which option of the game takes one
    for each seat, by the name of a shipped one or as the document itself, and the names of the shipped ones.

    `read`: the bytes of a file → the document as JSON data; Faulty lists the faults. It may take a while, so
    it is called on any thread but the event loop's, like `about` and `page`. `about`: a shipped name or a
    document → one line. `page`: the same → a page that shows it. `example`: a document to begin from.
    `shipped_document`: a shipped name → its document, which `read` takes. `builder`: how one can be put
    together by buttons."""

    noun: str
    option: str
    shipped: tuple[str, ...]
    read: Callable[[bytes], Mapping[str, Any]]
    about: Callable[[str | Mapping[str, Any]], str]
    page: Callable[[str | Mapping[str, Any]], RulesPage]
    example: Callable[[], str]
    shipped_document: Callable[[str], Mapping[str, Any]]
    builder: Builder | None = None
