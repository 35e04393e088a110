"""The button that asks for a hint."""

from __future__ import annotations

from bot.ui.buttons import Button, Name


class AskForHint(Button, frozen=True, tag="hint"):
    """Asks for a hint."""

    match: Name
