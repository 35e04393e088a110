"""The buttons of boards, profiles and statistics."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bot.ratings.which import Which
from bot.ui.buttons import Button, Name, PageNumber

PersonId = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class ShowBoard(Button, frozen=True, tag="board"):
    """A page of one of a game's boards."""

    game: Name
    which: Which
    page: PageNumber


class ShowProfile(Button, frozen=True, tag="profile"):
    """A select of games in somebody's profile."""

    person: PersonId


class ShowStats(Button, frozen=True, tag="stats"):
    """A select of games in the statistics."""

    where: Literal["here", "everywhere"]
