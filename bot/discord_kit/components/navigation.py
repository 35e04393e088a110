"""Buttons that lead to other screens from anywhere; the features that own those screens handle them."""

from __future__ import annotations

from typing import Literal

from bot.core.match_filter import Turn
from bot.discord_kit.components.buttons import Button, Name, PageNumber


class OpenLobby(Button, frozen=True, tag="lobby"):
    """A button that opens the lobby, to look for another opponent."""


class OpenRules(Button, frozen=True, tag="rulebook"):
    """A button that shows a page of a game's rules next to the current message; the first page by default."""

    game: Name
    page: PageNumber = 0


class OpenMatch(Button, frozen=True, tag="open"):
    """A button that opens the reader's own panel of a match."""

    match: Name


class ViewMatch(Button, frozen=True, tag="view"):
    """A second button that opens a match, for messages with an `OpenMatch`: Discord wants distinct ids."""

    match: Name


class ShowMatches(Button, frozen=True, tag="matches"):
    """A button that shows a page of the reader's matches; older buttons have a page and no filters."""

    page: PageNumber
    game: Name | None = None
    turn: Turn = "all"
    where: Literal["here", "everywhere"] = "everywhere"


class WatchReplay(Button, frozen=True, tag="replay"):
    """A button that shows the replay of a match."""

    match: Name
