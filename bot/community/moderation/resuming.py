"""A paused match continues: a moderator says so, or its pause is over."""

from __future__ import annotations

from bot.community.moderation import continuing, pause_ends
from bot.community.moderation.here import match_here_in
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.jobs import Job
from bot.core.match_state import MatchState
from bot.core.seats import still_open
from bot.matchmaking.contests.organizing import stakes
from bot.play.clocks import changing
from bot.play.matches import following
from storage.engine.handle import Writer
from storage.rows import DueJob
from storage.tables import matches, scheduled_jobs


async def resume(app: AppContext, match_id: str, guild: int, moderator: int) -> MatchState:
    """Let a match continue and tell both players.

    Raises UserError where it isn't paused, is over, or is the moderator's own affair."""
    async with app.database.write(f"guild:{guild}", f"match:{match_id}") as w:
        state = await match_here_in(w, app, match_id, guild)
        still_open(state)
        await stakes.check_match(w, app, "resume", state, moderator)
        if state.match.paused_at is None:
            raise UserError("This match isn't paused.")
        await scheduled_jobs.clear(w, pause_ends.PAUSE_ENDS, match_id, app.now())
        await _resume(w, app, match_id, moderator)
    await following.after_commit(app, match_id)
    return await app.match_state(match_id)


async def end(app: AppContext, due: DueJob) -> None:
    """Let a match continue by itself once its pause is over. Give an end to one that has none: it was paused
    by an older version."""
    async with app.database.write(f"match:{due.subject}") as w:
        if not await scheduled_jobs.done(w, due, app.now()):
            return
        state = await app.match_state_in(w, due.subject)
        if state.match.paused_at is None or state.match.reason is not None:
            return
        if state.match.paused_until is None:
            await pause_ends.give_end(w, app, state)
        else:
            await _resume(w, app, due.subject, None)
    await following.after_commit(app, due.subject)


async def _resume(w: Writer, app: AppContext, match_id: str, moderator: int | None) -> None:
    await matches.resume(w, match_id, app.now())
    state = await app.match_state_in(w, match_id)
    await changing.go_on(w, app, state)
    await continuing.follow(w, app, state, moderator)


JOBS = {pause_ends.PAUSE_ENDS: Job(end, timed=True)}
