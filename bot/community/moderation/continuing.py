"""What follows in the transaction in which a paused match continues."""

from __future__ import annotations

from bot.community.moderation import pause_messages
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.play.matches import following
from storage.engine.handle import Writer
from storage.tables import guilds, outbox, reports, scheduled_jobs


async def follow(w: Writer, app: AppContext, state: MatchState, moderator: int | None) -> None:
    """Set what was due while no one could act, close what was asked, and tell everybody.

    Args:
        w: The transaction, which has the match for itself.
        app: The application context.
        state: The match, which isn't paused anymore.
        moderator: The moderator who ended its pause; None where it ended by itself.
    """
    now, match = app.now(), state.match
    for job in (*following.answers_due(app, state), *await following.conditional_moves(w, app, state)):
        await scheduled_jobs.set(w, job)
    await reports.close_about_pause(w, match.id, moderator, now)
    if moderator is not None and match.guild is not None:
        await guilds.add_line(w, match.guild, now, moderator, f"Resumed {state.title}.", None)
    await outbox.add(w, pause_messages.of_end(state, now))
