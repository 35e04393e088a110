"""A moderator has a match stand still for a while: nobody acts in it, and no clock of it runs."""

from __future__ import annotations

from bot.community.moderation import pause_ends, pause_messages
from bot.community.moderation.here import match_here_in
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import still_open
from bot.matchmaking.contests.organizing import stakes
from bot.play.clocks import changing
from storage.tables import guilds, matches, outbox, scheduled_jobs


async def pause(app: AppContext, match_id: str, guild: int, moderator: int) -> MatchState:
    """Pause a match and tell both players who did it and until when.

    Raises UserError where it's paused already, over, or the moderator's own affair."""
    async with app.database.write(f"guild:{guild}", f"match:{match_id}") as w:
        state = await match_here_in(w, app, match_id, guild)
        still_open(state)
        await stakes.check_match(w, app, "pause", state, moderator)
        now = app.now()
        until = await pause_ends.latest(w, state, now)
        if not await matches.pause(w, match_id, now, moderator, until):
            raise UserError("This match is already paused.")
        await scheduled_jobs.set(w, pause_ends.job(match_id, until))
        await changing.halt(w, app, state)
        await guilds.add_line(w, guild, now, moderator, f"Paused {state.title}.", None)
        await outbox.add(w, pause_messages.of_pause(state, f"<@{moderator}>", until, now))
    app.wake()
    return await app.match_state(match_id)
