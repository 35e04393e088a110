"""The offer of a draw, as the panel shows it."""

from __future__ import annotations

from bot.core.host import Host
from bot.core.table import Table
from bot.endings import standing
from bot.endings.ui.buttons import AskToAgree, DeclineOffer, WithdrawOffer
from bot.ui import items, words
from storage.offers import Offer

_STANDS = "It stands until somebody moves."


async def offer_of(host: Host, table: Table, seat: int) -> Offer | None:
    """The offer of a draw that stands as far as this seat knows; a bot makes and takes none."""
    if table.match.reason is not None or table.is_bot(1 - seat):
        return None
    return await standing.standing(host, table, seat)


def offer_line(table: Table, seat: int, offer: Offer) -> str:
    """Who offers a draw, told to this seat."""
    if offer.seat == seat:
        return f"You offer a draw. {_STANDS}"
    return f"**{words.opponent(table, seat)} offers a draw.** {_STANDS}"


def offer_taps(seat: int, offer: Offer) -> list[items.Tap]:
    """What this seat may do about an offer."""
    if offer.seat == seat:
        return [items.button("Withdraw the offer", WithdrawOffer(offer.match_id, offer.number))]
    return [
        items.button("Accept draw", AskToAgree(offer.match_id, offer.number), items.GOOD),
        items.button("Decline", DeclineOffer(offer.match_id, offer.number)),
    ]
