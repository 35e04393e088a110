"""Matches that run for longer than was announced are decided by the rule that was announced with it."""

from __future__ import annotations

import asyncio
import random

from bot.contests.contest import Contest, Pairing
from bot.contests.formats.round_robin import season_ends
from bot.contests.keeping import contest_of
from bot.contests.overtime import CLEAR, days_of
from bot.contests.terms import DAY
from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.core.match_state import MatchState
from bot.matches import ending
from games import MatchReason
from storage import contest_matches
from storage.ply import Ending

NODES = 2_000
"""What the analyst may look at for it."""


def overdue(contest: Contest, now: int) -> tuple[Pairing, ...]:
    """The pairings that aren't decided, though their time is up; none once it's all over."""
    if contest.ended_at is not None:
        return ()
    days = days_of(contest.terms)
    untils = ((one, latest(contest, one, days)) for one in contest.open)
    return tuple(one for one, until in untils if until is not None and until <= now)


def latest(contest: Contest, one: Pairing, days: int) -> int | None:
    """The moment at which a match is decided, if it's still under way; None: there's none. `days`: by
    `days_of`."""
    moments = [one.at + days * DAY] if days else []
    ends = season_ends(contest)
    return min([*moments, *([] if ends is None else [ends])], default=None)


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
        winner = await asyncio.to_thread(verdict, state)
        try:
            await ending.end(app, state, Ending(winner, MatchReason.ADJUDICATED.value), None)
        except Stale:
            # Somebody has just moved; it's looked at again soon.
            continue


def verdict(state: MatchState) -> int | None:
    """Which seat wins by the rule, None: a draw. The same position always gets the same verdict."""
    analyst = state.game.analyst
    if analyst is None:
        return None
    rng = random.Random(f"{state.match.id}:{state.length}")
    chance = analyst.estimate(state.game_state, rng, NODES)
    return 0 if chance >= CLEAR else 1 if 1 - chance >= CLEAR else None
