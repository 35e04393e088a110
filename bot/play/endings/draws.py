"""Draws by agreement: offer and accept them. GEN-6."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState
from bot.core.seats import not_paused, require_seat, still_open
from bot.play.endings import open_offers
from bot.play.endings.aborting import why_no_offer
from bot.play.matches import ending
from games import MatchReason
from storage.tables.offers import Offer
from storage.tables.ply import Ending


async def offer_draw(app: AppContext, match_id: str, person: int) -> MatchState:
    """Offer a draw, at most once in a turn, and tell the opponent in private; UserError if not allowed."""
    async with app.database.write(f"match:{match_id}") as w:
        state = await app.match_state_in(w, match_id)
        seat = require_seat(state, person)
        still_open(state)
        not_paused(state)
        refusal = why_no_offer(state, seat) or await open_offers.why_not_now(w, state, seat)
        if refusal is not None:
            raise UserError(refusal, command="resign")
        await open_offers.add(w, app, state, seat, "draw")
    app.wake()
    return await app.match_state(match_id)


async def find_offer(app: AppContext, match_id: str, person: int, number: int) -> tuple[MatchState, Offer]:
    """Return the match and the draw offer that waits for this person's answer; UserError if it isn't open."""
    async with app.database.read() as r:
        state, _, offer = await open_offers.find_open(
            r, app, match_id, person, number, mine=False, kind="draw"
        )
    return state, offer


async def agree(app: AppContext, match_id: str, person: int, number: int) -> MatchState:
    """Accept the opponent's draw offer: the match is drawn. GEN-6."""
    drawn = Ending(None, MatchReason.AGREED.value)
    while True:
        state, offer = await find_offer(app, match_id, person, number)
        not_paused(state)
        try:
            return await ending.end(
                app, state, drawn, require_seat(state, person), open_offers.Accepting(offer)
            )
        except Stale:
            continue
