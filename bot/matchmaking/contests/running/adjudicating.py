"""Matches that run for longer than was announced are decided by the rule that was announced with it."""

from __future__ import annotations

import asyncio
import logging
import random

from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.core.match_state import MatchState
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.running.results import overdue
from bot.play.dealing.hidden_info import is_bound
from bot.play.matches import ending
from games import GAMES, MatchReason
from storage.tables import contest_matches
from storage.tables.ply import Ending

CLEAR = 0.8
"""From this chance on a match counts as won."""


def legs_of(terms: Terms) -> int:
    """How many legs each match has."""
    game = GAMES[terms.game]
    return game.legs(game.options(terms.options))


def days_of(terms: Terms) -> int:
    """After how many days a match is decided (0: never): two legs follow one another and have twice as
    long."""
    return terms.longest * legs_of(terms) if terms.longest else 0


def rule_in_words(terms: Terms) -> str:
    """What happens to a match that runs too long, for the card; empty where nothing does."""
    season = terms.kind == "league" and terms.season
    if not terms.longest and not season:
        return ""
    when = [f"after {days_of(terms)} days"] if terms.longest else []
    when += ["when the season ends"] if season else []
    match = "match" if legs_of(terms) == 1 else "match of two legs"
    after = f"A {match} that's still under way {' or '.join(when)} is decided for you: "
    if GAMES[terms.game].analyst is None:
        return after + "it's a draw."
    return after + (
        f"if both have begun to play and the analyst gives a side {CLEAR:.0%} or more, that side wins. "
        "Otherwise it's a draw."
    )


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
