"""The offer of a draw, as the panel shows it."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.endings import standing
from bot.endings.ui.buttons import AskToAgree, DeclineOffer, WithdrawOffer
from bot.ui import items, words
from storage.offers import Offer

_STANDS = "The offer stays open until someone moves."


async def standing_offer(
    app: AppContext, state: MatchState, seat: int
) -> tuple[str, tuple[ui.ActionRow[Any], ...]]:
    """The offer that stands, in a line and a row of what this seat may do about it; empty: there is none."""
    offer = await standing.standing(app, state, seat)
    return (offer_line(state, seat, offer), (items.row(*offer_taps(seat, offer)),)) if offer else ("", ())


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
