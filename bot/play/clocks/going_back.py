"""The clock was put back: what waits doesn't wait until it is as late as that once more.

What is little is done with the heartbeat that notices it. The rest is a scheduled job that changes some rows
in a short transaction and sets itself again, so that nobody's move waits for it, and a restart carries on."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.notices import ASIDE
from storage.engine.handle import Writer
from storage.rows import DueJob, ScheduledJob
from storage.tables import going_back, scheduled_jobs
from storage.tables.going_back import GoingBack

WENT_BACK = "went back"
ROWS = 200
"""So many are changed in one go, which takes a few milliseconds."""
SOON_SECONDS = 60
"""What was to happen so soon after a moment hangs on that moment, and not on the time of day."""


async def begin(w: Writer, host: int, before: int, after: int) -> None:
    """The clock of the only host was put back from one moment to another."""
    await _go_back(w, GoingBack(host, before, after, SOON_SECONDS, ASIDE), f"{before} {after}", after)


async def carry_on(app: AppContext, due: DueJob) -> None:
    """The next rows."""
    going = msgspec.convert(due.payload, GoingBack)
    async with app.database.write("heartbeat") as w:
        # Nothing goes back twice.
        if await scheduled_jobs.done(w, due, app.now()):
            await _go_back(w, going, due.subject, app.now())
    app.wake()


async def _go_back(w: Writer, going: GoingBack, subject: str, now: int) -> None:
    left = await going_back.go_back(w, going, ROWS, now)
    if left is not None:
        job = ScheduledJob(kind=WENT_BACK, subject=subject, due_at=now, payload=msgspec.to_builtins(left))
        await scheduled_jobs.set(w, job)
