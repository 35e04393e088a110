"""The buttons of the list of those whom somebody has blocked."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, PageNumber

PersonId = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Unblock(Button, frozen=True, tag="unblock"):
    """Takes somebody off the reader's list, and shows the page of it."""

    person: PersonId
    page: PageNumber


class ShowBlocked(Button, frozen=True, tag="blocked"):
    """A page of that list."""

    page: PageNumber
