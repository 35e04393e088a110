"""The offer of a draw, as the panel shows it."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.endings.ui.buttons import AskToAgree, DeclineOffer, WithdrawOffer
from bot.ui import items, words
from storage.offers import Offer

_STANDS = "The offer stays open until someone moves."


def offer_line(state: MatchState, seat: int, offer: Offer) -> str:
    """Who offers a draw, told to this seat."""
    if offer.seat == seat:
        return f"You've offered a draw. {_STANDS}"
    return f"**{words.opponent(state, seat)} offers a draw.** {_STANDS}"


def offer_taps(seat: int, offer: Offer) -> list[items.Tap]:
    """What this seat may do about an offer."""
    if offer.seat == seat:
        return [items.button("Withdraw offer", WithdrawOffer(offer.match_id, offer.number))]
    return [
        items.button("Accept draw", AskToAgree(offer.match_id, offer.number), items.GOOD),
        items.button("Decline", DeclineOffer(offer.match_id, offer.number)),
    ]
