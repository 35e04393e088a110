"""How the matches of somebody end who deletes all that is stored about them."""

from __future__ import annotations

import logging

from bot.community.privacy.deleting import OpenMatches
from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.core.sending import NotHeard
from bot.play.matches import ending, second_leg
from bot.play.matches.following import NEXT_LEG
from games import MatchReason
from storage.engine.handle import Reader, Writer
from storage.tables import contests, deleting, scheduled_jobs
from storage.tables.ply import Ending

log = logging.getLogger(__name__)


async def end_matches(app: AppContext, person: int, how: OpenMatches) -> None:
    """End all of their matches, and those that follow from them."""
    while True:
        async with app.database.read() as r:
            found = await deleting.open_matches(r, person)
            legs = [await scheduled_jobs.get(r, NEXT_LEG, one) for one in await _next_legs(r, person)]
        for leg in filter(None, legs):
            await second_leg.start_next_leg(app, leg)
        for match_id in found:
            await _end(app, match_id, person, how)
        if not found and not legs:
            return


async def _next_legs(r: Reader, person: int) -> list[str]:
    return await deleting.next_legs(r, person, NEXT_LEG)


async def _end(app: AppContext, match_id: str, person: int, how: OpenMatches) -> None:
    state = await app.match_state(match_id)
    seat = state.seat_of(person)
    if seat is None or state.match.reason is not None:
        return
    async with app.database.read() as r:
        # Who's to act in it would lose it for not showing up, which may be the other one.
        is_lost = await contests.of_match(r, match_id) is not None
    resigned = Ending(1 - seat, MatchReason.RESIGNED.value)
    aborted = Ending(None, MatchReason.ABORTED.value)
    try:
        await ending.end(app, state, resigned if how == "resign" or is_lost else aborted, seat)
    except Stale:
        log.info("%s moved on; it's ended in the next round", match_id)


async def check_over(w: Writer, person: int) -> None:
    """NotHeard, so that it is tried again soon, where a match has begun meanwhile."""
    if await deleting.open_matches(w, person) or await _next_legs(w, person):
        raise NotHeard("a match of theirs has just begun")
