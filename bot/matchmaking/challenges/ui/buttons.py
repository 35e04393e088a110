"""The buttons of cards, and those that ask for another match."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name


class Accept(Button, frozen=True, tag="accept"):
    """Accepts a challenge."""

    challenge: Name


class Decline(Button, frozen=True, tag="decline"):
    """Declines a challenge."""

    challenge: Name


class Withdraw(Button, frozen=True, tag="withdraw"):
    """Takes one's own challenge back."""

    challenge: Name


class Answer(Button, frozen=True, tag="answer"):
    """Looks at a challenge in one's own list, or answers it there."""

    challenge: Name
    what: Literal["look", "accept", "decline", "withdraw"]


class Start(Button, frozen=True, tag="start"):
    """Play, on the card of a match against the bot, on which the commitment stands."""

    keeps_message: ClassVar[bool] = True

    offer: Name


class PlayNow(Button, frozen=True, tag="now"):
    """Starts a casual match against the bot at once: its name, and the SHA-256 of the secret of its dice."""

    keeps_message: ClassVar[bool] = True

    game: Name
    offer: Name
    fixed: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class PlayCoached(PlayNow, frozen=True, tag="coached"):
    """The same against the easiest level, with somebody who explains what's new."""


class Rematch(Button, frozen=True, tag="rematch"):
    """Asks for the same match once more."""

    match: Name
