"""Pages that explain something: a heading, a text, a picture."""

from __future__ import annotations

import msgspec

from games.core.scene import Scene


class RulesPage(msgspec.Struct, frozen=True):
    """A page of `/<game> rules`, or of a document: a heading, a text of at most 1,500 characters, a picture
    or None."""

    title: str
    text: str
    scene: Scene | None = None
