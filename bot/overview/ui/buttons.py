"""The buttons of /matches."""

from __future__ import annotations

from typing import Literal

from bot.overview.match_filter import Turn
from bot.ui.buttons import Button, Name, PageNumber


class ShowMatches(Button, frozen=True, tag="matches"):
    """A page of the reader's matches; a button from before there were filters has the page alone."""

    page: PageNumber
    game: Name | None = None
    turn: Turn = "all"
    where: Literal["here", "everywhere"] = "everywhere"
