"""The buttons by which people end a match."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name, Number


class More(Button, frozen=True, tag="more"):
    """What else one may do in a match."""

    match: Name


class AskToResign(Button, frozen=True, tag="resigning"):
    """Asks once more before resigning."""

    match: Name


class Resign(Button, frozen=True, tag="resign"):
    """Resigns."""

    acts = True
    match: Name


class AskToAbort(Button, frozen=True, tag="aborting"):
    """Asks once more before aborting."""

    match: Name


class Abort(Button, frozen=True, tag="abort"):
    """Aborts."""

    acts = True
    match: Name


class OfferDraw(Button, frozen=True, tag="offer"):
    """Offers a draw."""

    match: Name


class WithdrawOffer(Button, frozen=True, tag="retract"):
    """Takes one's own offer of a draw back."""

    match: Name
    offer: Number


class DeclineOffer(Button, frozen=True, tag="refuse"):
    """Declines the offer of a draw."""

    match: Name
    offer: Number


class AskToAgree(Button, frozen=True, tag="agreeing"):
    """Asks once more before agreeing on a draw."""

    match: Name
    offer: Number


class Agree(Button, frozen=True, tag="agree"):
    """Agrees on a draw."""

    acts = True
    match: Name
    offer: Number
