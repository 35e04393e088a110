"""The buttons of one's own documents."""

from __future__ import annotations

from bot.ui.buttons import Button, Name


class ShowDocument(Button, frozen=True, tag="document"):
    """Shows a document."""

    game: Name
    name: Name


class DeleteDocument(Button, frozen=True, tag="forget"):
    """Deletes one's own document."""

    game: Name
    name: Name
