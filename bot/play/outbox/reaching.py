"""Who couldn't be reached, and that was Discord's doing, is tried again at a moment that is known."""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from storage.rows import ScheduledJob
from storage.tables import outbox, scheduled_jobs

REACH = "reach"


async def later(app: AppContext, person: int, moment: int) -> None:
    """What somebody has not been told is told at a moment."""
    async with app.database.write() as w:
        await scheduled_jobs.set(w, ScheduledJob(kind=REACH, subject=str(person), due_at=moment))
    app.jobs.wake()


async def again(app: AppContext, person: str) -> None:
    """That moment has come: what they have not been told is due."""
    async with app.database.write() as w:
        await outbox.revive(w, notices.person_lane(int(person)))
    app.outbox.wake()
