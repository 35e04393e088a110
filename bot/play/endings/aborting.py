"""Matches that end without a result: aborted by a player. GEN-6."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState
from bot.core.seats import seated, still_open
from bot.play.endings.permissions import why_no_abort
from bot.play.matches import ending
from games import MatchReason
from storage.tables import contests
from storage.tables.ply import Ending

OF_A_CONTEST = "This match is part of a contest, so you can't abort it. You can resign."


async def why_not(app: AppContext, state: MatchState, seat: int) -> str | None:
    """Why this seat cannot abort a match; None: it can. In a contest nobody can: there, whoever was to act in
    an aborted match loses it for not showing up."""
    refusal = why_no_abort(state, seat)
    if refusal is not None:
        return refusal
    async with app.database.read() as r:
        return OF_A_CONTEST if await contests.of_match(r, state.match.id) else None


async def abort(app: AppContext, match_id: str, person: int) -> MatchState:
    """Before any person has acted, one who has seen nothing secret ends the match without a result."""
    while True:
        state = await app.match_state(match_id)
        seat = seated(state, person)
        still_open(state)
        refusal = await why_not(app, state, seat)
        if refusal is not None:
            raise UserError(refusal)
        aborted = Ending(None, MatchReason.ABORTED.value)
        try:
            return await ending.end(app, state, aborted, seat, unbriefed=(seat,))
        except Stale:
            continue
