"""The second leg of a match: the same pattern, sides swapped. CVD-35."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState, opening
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from bot.play.clocks import clocks
from bot.play.matches.following import after_commit
from bot.play.matches.starting import add_match, alone, make_match
from games.core.legs import second_leg_nonce
from storage.engine.handle import Writer
from storage.rows import DueJob, Match
from storage.tables import contests, scheduled_jobs


async def start_next_leg(app: AppContext, deadline: DueJob) -> None:
    """The second leg of a finished first one: the same pattern, sides swapped. CVD-35."""
    state = await app.match_state(deadline.subject)
    raw = state.game.next_leg(state.game.view(state.game_state, None))
    if raw is None:
        return
    match = _second_leg(app, state, raw)
    async with app.database.write(*alone(match)) as w:
        if not await scheduled_jobs.done(w, deadline, app.now()):
            return
        contest = await contests.of_match(w, state.match.id)
        match = await add_match(w, app, match, in_contest=contest is not None)
        if contest is not None:
            await _in_contest(w, app, contest, match)
    await after_commit(app, match.id)


async def _in_contest(w: Writer, app: AppContext, contest: str, match: Match) -> None:
    """It belongs to the contest of the first leg, so holidays count in it as they did in that one."""
    await contests.add_match(w, contest, match.id)
    for hook in app.hooks.leg_started:
        await hook(w, match, app.now())
    for deadline in await clocks.turn_deadlines(w, app, opening(match)):
        await scheduled_jobs.set(w, deadline)


def _second_leg(app: AppContext, state: MatchState, raw: Mapping[str, Any]) -> Match:
    """A match like the first one, which starts from the same set-up; its nonce follows from the first one's,
    to which the host was committed."""
    first, name = state.match, app.randomness.name()
    one, other = (SeatAssignment(row.person, row.interaction, row.level) for row in reversed(first.seats))
    place, taps = Place(first.channel or 0, first.guild), (one.interaction, other.interaction)
    nonce = second_leg_nonce(state.game, state.game_state, raw, first.nonce, taps)
    terms = MatchTerms(first.game, raw, first.pace)
    match = make_match(app, name, terms, (one, other), place, nonce)
    # It counts as the first one does, although the same pattern had to be named.
    return msgspec.structs.replace(
        match, rated=first.rated, leg=2, previous_leg=first.id, thread=first.thread
    )
