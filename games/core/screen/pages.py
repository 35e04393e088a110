"""Pages that explain something: a heading, a text, a picture."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.core.screen.scene import Scene


class RulesPage(msgspec.Struct, frozen=True):
    """A page of `/<game> rules`, or of a document: a heading, a text of at most 1,500 characters, a picture
    or None."""

    title: str
    text: str
    scene: Scene | None = None


def page_number(pages: Sequence[RulesPage], title: str) -> int:
    """The number of the page with this title, from 0."""
    return [page.title for page in pages].index(title)
