"""A message as a person sees it."""

from __future__ import annotations

from bot.discord_kit.components.items import Screen
from playground import testing

_SILENT = 1 << 12
_FOOT = "Pinned here and kept up to date automatically."
_NOTES = (1, 2, 6, 21)
"""Discord's own message types: member added, member removed, pin, thread started."""


class Seen(testing.Seen):
    """A message as a person sees it, with what Slowplay's messages have in common."""

    @property
    def silent(self) -> bool:
        """Whether the message was sent silently or by Discord itself."""
        return self.is_home or self.payload.get("type") in _NOTES

    @property
    def is_quiet(self) -> bool:
        """Whether the message was sent so that it pushes to no one."""
        return bool(self.payload.get("flags", 0) & _SILENT)

    @property
    def is_home(self) -> bool:
        """Whether this is a home message, which is silent and has a fixed footer."""
        return self.is_quiet and _FOOT in self.written

    @property
    def answers(self) -> set[str]:
        """The labels of the buttons, without those that every question of a panel has."""
        return set(self.buttons) - {"Rules", "Hint", "Take back", "Conditional moves"}


def seen(screen: Screen) -> Seen:
    """Return a screen's layout as its reader sees it, without sending it."""
    return Seen({"id": "", "channel_id": "", "components": screen.view.to_components()})
