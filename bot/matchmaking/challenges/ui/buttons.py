"""The buttons of cards, and those that ask for another match."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name
from bot.matchmaking.challenges.rematching import Change


class Accept(Button, frozen=True, tag="accept"):
    """A button that accepts a challenge."""

    challenge: Name


class Decline(Button, frozen=True, tag="decline"):
    """A button that declines a challenge."""

    challenge: Name


class Withdraw(Button, frozen=True, tag="withdraw"):
    """A button with which the challenger withdraws a challenge."""

    challenge: Name


class Answer(Button, frozen=True, tag="answer"):
    """A button that shows or answers a challenge in the person's own list."""

    challenge: Name
    what: Literal["look", "accept", "decline", "withdraw"]


class Start(Button, frozen=True, tag="start"):
    """The Play button on the card of a match against the bot, which shows the commitment."""

    keeps_message: ClassVar[bool] = True

    offer: Name


class PlayNow(Button, frozen=True, tag="now"):
    """A button that starts a casual match against the bot at once.

    Attributes:
        offer: The name of the match.
        fixed: The SHA-256 of the secret of its dice.
    """

    keeps_message: ClassVar[bool] = True

    game: Name
    offer: Name
    fixed: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class PlayCoached(PlayNow, frozen=True, tag="coached"):
    """A button that starts a match against the easiest level, in which the bot explains what's new."""


class ChallengePerson(Button, frozen=True, tag="challenge"):
    """A button that challenges a person to a match of a game."""

    game: Name
    person: Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Rematch(Button, frozen=True, tag="rematch"):
    """A button that asks for a rematch."""

    match: Name


class ChangedRematch(Button, frozen=True, tag="rematch-as"):
    """A button that offers a rematch with the bot, at another level or with the sides swapped."""

    match: Name
    change: Change
