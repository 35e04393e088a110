"""Deletion of data that is no longer needed.

That is sent messages, finished jobs, challenges that came to nothing, data needed only during a match, and
old entries of moderators' logs and reports. The secrets behind seeds stay with their matches, because records
couldn't be verified without them. Pictures, previews and uploaded files are never stored.

One scheduled job looks at a few rows, deletes what it can in a short transaction, and schedules itself again.
So players' moves and other jobs aren't kept waiting, and a restart continues where it was.
"""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from storage.rows import DueJob, ScheduledJob
from storage.tables import retention, scheduled_jobs
from storage.tables.retention import Key, Window

SWEEP = "sweep"
DAY = 86_400
AFTER_START_SECONDS, PAUSE_SECONDS = 3600, 1
ROWS = 100
"""Number of rows per step; deleting them takes a few milliseconds."""
_DAYS = {"deadlines": 1, "server_log": 365, "reports": 365}
"""Days to keep rows of tables with a limit other than the setting's.

Nothing reads a finished job, while admins and moderators must be able to look back.
"""


class Place(msgspec.Struct, frozen=True):
    """The position of a round: rows after a key of a table are still to be looked at."""

    table: str = retention.TABLES[0]
    after: Key = retention.first(retention.TABLES[0])


async def schedule(app: AppContext) -> None:
    """Schedule a round in an hour, unless one is scheduled already; called at the start."""
    async with app.database.write(f"job:{SWEEP}") as w:
        if await scheduled_jobs.get(w, SWEEP, "") is None:
            await scheduled_jobs.set(w, _job(Place(), app.now() + AFTER_START_SECONDS))
    app.jobs.wake()


async def sweep(app: AppContext, due: DueJob) -> None:
    """Delete old rows among the next ones, and schedule the next step, in a second or a day."""
    place = msgspec.convert(due.payload, Place)
    found = await _sweep_window(app, place) if app.keep_days else Window(None, ())
    following = _following(place, found) if app.keep_days else None
    wait = PAUSE_SECONDS if following else DAY
    async with app.database.write() as w:
        await scheduled_jobs.set(w, _job(following or Place(), app.now() + wait))


async def _sweep_window(app: AppContext, place: Place) -> Window:
    """Return the next rows, after deleting the old ones among them."""
    before = app.now() - DAY * _DAYS.get(place.table, app.keep_days)
    async with app.database.read(long=True) as r:
        found = await retention.window(r, place.table, place.after, before, ROWS)
    if found.stale:
        await app.database.transact(lambda w: retention.drop(w, place.table, found.stale))
    return found


def _following(place: Place, found: Window) -> Place | None:
    """Return the next position, or None if everything has been looked at."""
    if found.last is not None:
        return Place(place.table, found.last)
    behind = retention.TABLES[retention.TABLES.index(place.table) + 1 :]
    return Place(behind[0], retention.first(behind[0])) if behind else None


def _job(place: Place, due_at: int) -> ScheduledJob:
    return ScheduledJob(kind=SWEEP, subject="", due_at=due_at, payload=msgspec.to_builtins(place))
