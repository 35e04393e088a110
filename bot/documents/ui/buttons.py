"""The buttons of one's own documents."""

from __future__ import annotations

from bot.ui.buttons import Button, Name


class ShowDocument(Button, frozen=True, tag="document"):
    game: Name
    name: Name


class DeleteDocument(Button, frozen=True, tag="forget"):
    game: Name
    name: Name
