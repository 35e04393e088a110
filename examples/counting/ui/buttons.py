"""The button that asks again."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name


class Counting(Button, frozen=True, tag="counting"):
    """A request to say how often the player has acted in a match."""

    match: Name
