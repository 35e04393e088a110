"""A match whose clock has been stopped for 60 days in one go ends without a result."""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Stale
from bot.play.clocks import clocks, outages
from bot.play.clocks.clocks import LONGEST_SILENCE_SECONDS
from bot.play.clocks.silences import clock_in, log
from bot.play.matches import ending
from games import MatchReason
from storage.rows import DueJob
from storage.tables import outbox
from storage.tables.ply import Ending

_GIVEN_UP = "{}: I couldn't reach <@{}> for 60 days, so the match is over without a result. It doesn't count."


async def give_up(app: AppContext, deadline: DueJob) -> None:
    """A clock has been stopped for too long: the match ends without a result, unless it goes on meanwhile."""
    state, seat = await app.match_state(deadline.subject), int(deadline.payload["seat"])
    async with app.database.read() as r:
        clock, rests = await clock_in(r, state), await outages.of_match(r, app, state.match.guild)
    if clock is None or seat not in clock.silent or seat not in state.to_act:
        return
    moment = clocks.silence_ends(clock.silent[seat], rests)
    if await clocks.is_early(app, state.match.guild, deadline, moment):
        return
    log.info("%s ends: a clock was stopped for %d seconds", state.match.id, LONGEST_SILENCE_SECONDS)
    try:
        await ending.end(app, state, Ending(None, MatchReason.CANCELLED.value), None)
    except Stale:
        log.info("%s continues after all", state.match.id)
        return
    text = _GIVEN_UP.format(state.title, deadline.payload["person"])
    id, people = state.match.id, state.people()
    told = [notices.note(one, text, f"unreached:{id}:{one}", app.now()) for one in people]
    async with app.database.write() as w:
        await outbox.add(w, told)
    app.wake()
