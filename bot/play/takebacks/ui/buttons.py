"""The buttons by which people take a move back, or allow it."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name, Number


class TakeBack(Button, frozen=True, tag="take-back"):
    """A button that takes the player's last move back, or asks for it, in a match of this length."""

    acts = True
    match: Name
    length: Number


class Allow(Button, frozen=True, tag="allow"):
    """A button that allows the opponent to take their last move back."""

    acts = True
    match: Name
    offer: Number
