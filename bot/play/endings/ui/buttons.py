"""The buttons by which people end a match."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name, Number


class More(Button, frozen=True, tag="more"):
    """A button that shows the further things a player can do in a match."""

    match: Name


class AskToResign(Button, frozen=True, tag="resigning"):
    """A button that asks for confirmation before resigning."""

    match: Name


class Resign(Button, frozen=True, tag="resign"):
    """A button that resigns."""

    acts = True
    match: Name


class AskToAbort(Button, frozen=True, tag="aborting"):
    """A button that asks for confirmation before aborting."""

    match: Name


class Abort(Button, frozen=True, tag="abort"):
    """A button that aborts the match."""

    acts = True
    match: Name


class OfferDraw(Button, frozen=True, tag="offer"):
    """A button that offers a draw."""

    match: Name


class WithdrawOffer(Button, frozen=True, tag="retract"):
    """A button that withdraws the player's own draw offer."""

    match: Name
    offer: Number


class DeclineOffer(Button, frozen=True, tag="refuse"):
    """A button that declines a draw offer."""

    match: Name
    offer: Number


class AskToAgree(Button, frozen=True, tag="agreeing"):
    """A button that asks for confirmation before agreeing to a draw."""

    match: Name
    offer: Number


class Agree(Button, frozen=True, tag="agree"):
    """A button that agrees to a draw."""

    acts = True
    match: Name
    offer: Number
