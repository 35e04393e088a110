"""People at a test table, who know what Slowplay's messages look like."""

from __future__ import annotations

from typing import Any

from playground import testing
from playground.testing import Upload as PickedFile
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.seen import Seen

__all__ = ["Person", "PickedFile"]


class Person(testing.Person):
    """A person at the table; messages that push to no one are left out of what they see."""

    patience = PATIENCE_SECONDS
    look = Seen

    def messages(self, channel: str | None = None) -> list[Seen]:
        """Return all messages that this person can see, oldest first, without the silent ones."""
        return [seen for seen in self.everything(channel) if not seen.silent]

    def everything(self, channel: str | None = None) -> list[Seen]:
        """Return all messages that this person can see, oldest first."""
        return super().messages(channel)

    def home(self) -> Seen | None:
        """Return the person's home message: the silent, pinned list of their matches."""
        return next((seen for seen in self.everything() if seen.is_home), None)

    def pushes_by_place(self) -> list[str]:
        """Return the pushes grouped by place, since the order between two places isn't fixed."""
        shown = sorted(self.actor.phone(), key=lambda one: str(one["title"]))
        return [push["body"] for push in shown]

    async def slash(self, command: str, channel: str | None = None, **options: Any) -> Seen:
        """Use a command; none of Slowplay's has an option named `channel`."""
        return await super().slash(command, channel, **options)

    async def start(self, command: str, channel: str | None = None, **options: Any) -> Seen:
        """Use a command such as “/decoy play”, tap Play on its card, and return the answer."""
        return await self.tap("Play", await self.slash(command, channel, **options))

    async def move(self, text: str, channel: str | None = None, **options: Any) -> Seen:
        """Play an action by text, and return the answer."""
        return await self.slash("/move", channel, action=text, **options)
