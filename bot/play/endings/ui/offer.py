"""The offer of a draw, as the panel shows it."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.offers import TapContext
from bot.play.endings import open_draw_offer
from bot.play.endings.ui.buttons import AskToAgree, DeclineOffer, WithdrawOffer
from bot.play.wording import matches
from storage.tables.offers import Offer

_STANDS = "The offer stays open until someone moves."


async def line(ctx: UiContext, state: MatchState, seat: int) -> str:
    """Return the open draw offer in words for a seat; empty if there is none."""
    offer = await open_draw_offer.standing(ctx.app, state, seat)
    return offer_line(state, seat, offer) if offer else ""


async def answers(app: AppContext, context: TapContext) -> list[items.Tap]:
    """Return the buttons by which the viewer answers or withdraws the open draw offer."""
    offer = await open_draw_offer.standing(app, context.state, context.seat)
    return offer_taps(context.seat, offer) if offer else []


def offer_line(state: MatchState, seat: int, offer: Offer) -> str:
    """Who offers a draw, told to this seat."""
    if offer.seat == seat:
        return f"You've offered a draw. {_STANDS}"
    return f"**{matches.opponent(state, seat)} offers a draw.** {_STANDS}"


def offer_taps(seat: int, offer: Offer) -> list[items.Tap]:
    """What this seat may do about an offer."""
    if offer.seat == seat:
        return [items.button("Withdraw offer", WithdrawOffer(offer.match_id, offer.number))]
    return [
        items.button("Accept draw", AskToAgree(offer.match_id, offer.number), items.GOOD),
        items.button("Decline", DeclineOffer(offer.match_id, offer.number)),
    ]
