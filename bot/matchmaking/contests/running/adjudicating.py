"""Matches that run for longer than was announced are decided by the rule that was announced with it."""

from __future__ import annotations

import asyncio
import logging
import random

from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.core.match_state import MatchState
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.running.ends import overdue
from bot.matchmaking.contests.running.overtime import CLEAR
from bot.play.dealing.hidden_info import is_bound
from bot.play.matches import ending
from games import MatchReason
from storage.tables import contest_matches
from storage.tables.ply import Ending

log = logging.getLogger(__name__)
NODES = 2_000
"""What the analyst may look at for it."""


async def end_overdue(app: AppContext, contest_id: str) -> None:
    """Decide those matches. Doing it twice changes nothing, since a match ends once."""
    async with app.database.read() as r:
        _, contest = await contest_of(r, app, contest_id)
        known = await contest_matches.begun(r, [one.match for one in overdue(contest, app.now())])
    for match_id in (leg.match_id for leg in known.values() if leg.reason is None):
        state = await app.match_state(match_id)
        if state.match.reason is not None:
            # Its second leg is about to begin; it's looked at again soon.
            continue
        try:
            await ending.end(app, state, await asyncio.to_thread(judged, state), None)
        except Stale:
            # Somebody has just moved; it's looked at again soon.
            continue


def judged(state: MatchState) -> Ending:
    """How a match is decided. Where one of the two hasn't begun to play, nothing is judged and nothing rated:
    then it's canceled, and a draw in the contest."""
    if not all(is_bound(state, seat) for seat in (0, 1)):
        return Ending(None, MatchReason.CANCELLED.value)
    return Ending(verdict(state), MatchReason.ADJUDICATED.value)


def verdict(state: MatchState) -> int | None:
    """Which seat wins by the rule, None: a draw. The same position always gets the same verdict."""
    analyst = state.game.analyst
    if analyst is None:
        return None
    rng = random.Random(f"{state.match.id}:{state.length}")
    try:
        chance = analyst.estimate(state.game_state, rng, NODES)
    except Exception:
        # The contest must go on, and the rule says what happens where nothing is clear.
        log.exception("match %s can't be judged, so it's a draw", state.match.id)
        return None
    return 0 if chance >= CLEAR else 1 if 1 - chance >= CLEAR else None
