"""Pages that explain something: a heading, a text, and a picture."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.core.screen.scene import Scene


class RulesPage(msgspec.Struct, frozen=True):
    """A page of `/<game> rules` or of a document; `text` has at most 1,500 characters."""

    title: str
    text: str
    scene: Scene | None = None


def page_number(pages: Sequence[RulesPage], title: str) -> int:
    """Return the index, from 0, of the page with this title; raise ValueError if there is none."""
    return [page.title for page in pages].index(title)
