"""The offer of a draw that stands, as far as a seat knows."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from storage.engine.handle import Reader
from storage.tables import offers
from storage.tables.offers import Offer


async def standing(app: AppContext, state: MatchState, seat: int) -> Offer | None:
    """The offer that stands as far as this seat knows; a bot makes and takes none."""
    if state.match.reason is not None or state.is_bot(1 - seat):
        return None
    async with app.database.read() as r:
        return await standing_in(r, state, seat)


async def standing_in(r: Reader, state: MatchState, seat: int) -> Offer | None:
    """The same, within a reading or writing that is under way."""
    offer = await offers.open_of(r, state.match.id)
    return offer if offer is not None and stands(state, offer, seat) else None


def stands(state: MatchState, offer: Offer, seat: int) -> bool:
    """A move that everybody knows of makes an offer void, and so does the end of the turn.

    An unseen action of the side that was asked is a no, too, but that side alone may know of it. An unseen
    one of the side that offers changes nothing: the other side must not notice."""
    if state.match.reason is not None or (offer.turn, offer.told) != how_far(state):
        return False
    return seat == offer.seat or state.choices_by(seat) == offer.answered


def how_far(state: MatchState) -> tuple[int | None, int]:
    """How far the match is, as everybody knows it."""
    return state.turn_number, sum(1 for step in state.steps if step.told[None])
