"""The buttons by which people end a match."""

from __future__ import annotations

from bot.ui.buttons import Button, Name, Number


class More(Button, frozen=True, tag="more"):
    """What else one may do in a match."""

    match: Name


class AskToResign(Button, frozen=True, tag="resigning"):
    match: Name


class Resign(Button, frozen=True, tag="resign"):
    match: Name


class AskToAbort(Button, frozen=True, tag="aborting"):
    match: Name


class Abort(Button, frozen=True, tag="abort"):
    match: Name


class OfferDraw(Button, frozen=True, tag="offer"):
    match: Name


class WithdrawOffer(Button, frozen=True, tag="retract"):
    match: Name
    offer: Number


class DeclineOffer(Button, frozen=True, tag="refuse"):
    match: Name
    offer: Number


class AskToAgree(Button, frozen=True, tag="agreeing"):
    match: Name
    offer: Number


class Agree(Button, frozen=True, tag="agree"):
    match: Name
    offer: Number


class Cancel(Button, frozen=True, tag="cancel"):
    """A moderator cancels a match."""

    match: Name
