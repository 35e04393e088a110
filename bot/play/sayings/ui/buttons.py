"""The buttons of hearts, and of the list of what got them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name, PageNumber

Mark = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]


class OpenBallot(Button, frozen=True, tag="ballot"):
    """Asks a player which of the opponent's words they liked best."""

    keeps_message = True
    match: Name


class TurnBallot(Button, frozen=True, tag="ballots"):
    """Another page of them."""

    match: Name
    page: PageNumber


class GiveHeart(Button, frozen=True, tag="heart"):
    """A select whose value is the number of an action that said something."""

    match: Name
    page: PageNumber


class TakeHeartBack(Button, frozen=True, tag="heartless"):
    """The reader likes nothing best."""

    match: Name
    page: PageNumber


class ShowBest(Button, frozen=True, tag="best"):
    """A page of a server's best."""

    page: PageNumber


class HideSaying(Button, frozen=True, tag="unwant"):
    """A select of words that a moderator takes out of the list."""

    page: PageNumber


class ShowSayingAgain(Button, frozen=True, tag="want"):
    """Puts them back."""

    mark: Mark
