"""Buttons that lead somewhere from anywhere. They are addresses; the features they lead to handle them."""

from __future__ import annotations

from typing import Literal

from bot.core.match_filter import Turn
from bot.discord_kit.components.buttons import Button, Name, PageNumber


class OpenLobby(Button, frozen=True, tag="lobby"):
    """The way to the lobby: looks for another opponent."""


class OpenRules(Button, frozen=True, tag="rulebook"):
    """A page of the rules beside what was tapped, the first one unless it says which."""

    game: Name
    page: PageNumber = 0


class OpenMatch(Button, frozen=True, tag="open"):
    """Opens a match: the reader's own panel."""

    match: Name


class ViewMatch(Button, frozen=True, tag="view"):
    """Opens a match from beside an `OpenMatch` button: Discord wants two ids."""

    match: Name


class ShowMatches(Button, frozen=True, tag="matches"):
    """A page of the reader's matches; a button from before there were filters has the page alone."""

    page: PageNumber
    game: Name | None = None
    turn: Turn = "all"
    where: Literal["here", "everywhere"] = "everywhere"


class WatchReplay(Button, frozen=True, tag="replay"):
    """Watches a match again."""

    match: Name
