"""Documents that people make and keep for a game, such as a deck: what the bot must know to keep them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.core.errors import GameError
from games.core.pages import Page

MOST_BYTES = 64 * 1024
"""The size of a document at most."""


class Faulty(GameError):
    """A document that cannot be used. `faults`: every fault, each beginning with its place."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class DocumentKind(msgspec.Struct, frozen=True):
    """A kind of documents: what one is called (`noun`, in commands too), which option of the game takes one
    for each seat, by the name of a shipped one or as the document itself, and the names of the shipped ones.

    `read`: the bytes of a file → the document as JSON data; Faulty lists every fault. `about`: a shipped name
    or a document → one line. `page`: the same → a page that shows it. `example`: a document to begin from.
    `shipped_document`: a shipped name → its document, which `read` takes."""

    noun: str
    option: str
    shipped: tuple[str, ...]
    read: Callable[[bytes], Mapping[str, Any]]
    about: Callable[[str | Mapping[str, Any]], str]
    page: Callable[[str | Mapping[str, Any]], Page]
    example: Callable[[], str]
    shipped_document: Callable[[str], Mapping[str, Any]]
