"""The button behind which the figures of fair dice are."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name


class ShowFairness(Button, frozen=True, tag="fair"):
    """Shows what is left to chance in a match or a challenge, and how to check it."""

    subject: Name
