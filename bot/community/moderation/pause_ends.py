"""When the pause of a match ends, and the job that ends it."""

from __future__ import annotations

from bot.community.moderation import pause_messages
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.server_settings import settings_of
from storage.engine.handle import Reader, Writer
from storage.rows import ScheduledJob
from storage.tables import matches, outbox, scheduled_jobs

PAUSE_ENDS = "pause ends"
"""The kind of the job that ends a pause."""
DAY = 86_400
MAX_DAYS = 14
"""For so long a match can be paused, all its pauses together."""
_USED_UP = f"This match has been paused for {MAX_DAYS} days in all, so it can't be paused again."


async def give_end(w: Writer, app: AppContext, state: MatchState) -> None:
    """Give an end to the pause of a match that has none, and tell both players."""
    until = await latest(w, state, app.now())
    await matches.end_pause_at(w, state.match.id, until)
    await scheduled_jobs.set(w, job(state.match.id, until))
    await outbox.add(w, pause_messages.of_pause(state, "A moderator", until, app.now()))


async def latest(r: Reader, state: MatchState, now: int) -> int:
    """Return when a pause that begins now ends; raise UserError where the match has had all of its time."""
    left = MAX_DAYS * DAY - state.match.paused_for
    if left <= 0:
        raise UserError(_USED_UP)
    days = (await settings_of(r, state.match.guild)).pause_days
    return now + min(left, days * DAY)


def job(match_id: str, until: int) -> ScheduledJob:
    """Return the job that ends a pause."""
    return ScheduledJob(kind=PAUSE_ENDS, subject=match_id, due_at=until)
