"""What nobody needs any more is deleted: sent messages, jobs that are done, challenges that came to nothing,
what belonged to a match only while it was played, and what moderators did and were told long ago.

Secrets from which seeds were made stay with their matches: without them no record could be verified.
Pictures, previews and uploaded files are never stored.

It's one scheduled job that looks at a few rows, deletes what it can in one short transaction, and sets itself
again, so that people's moves and other jobs are never kept waiting, and a restart carries on where it was."""

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
"""So many are looked at in one go; deleting them takes a few milliseconds."""
_DAYS = {"deadlines": 1, "server_log": 365, "reports": 365}
"""Tables with a limit of their own: nothing reads a job that is done, and a server's admins and moderators
must be able to look back."""


class Place(msgspec.Struct, frozen=True):
    """How far a round has come: what lies behind a key of a table is still to be looked at."""

    table: str = retention.TABLES[0]
    after: Key = retention.first(retention.TABLES[0])


async def schedule(app: AppContext) -> None:
    """At the start: the next round is due in an hour, unless one is waiting already."""
    async with app.database.write(f"job:{SWEEP}") as w:
        if await scheduled_jobs.get(w, SWEEP, "") is None:
            await scheduled_jobs.set(w, _job(Place(), app.now() + AFTER_START_SECONDS))
    app.jobs.wake()


async def sweep(app: AppContext, due: DueJob) -> None:
    """Delete what can go of the next rows, and set the job again: in a moment, or tomorrow at the end."""
    place = msgspec.convert(due.payload, Place)
    found = await _swept(app, place) if app.keep_days else Window(None, ())
    following = _following(place, found) if app.keep_days else None
    wait = PAUSE_SECONDS if following else DAY
    async with app.database.write() as w:
        await scheduled_jobs.set(w, _job(following or Place(), app.now() + wait))


async def _swept(app: AppContext, place: Place) -> Window:
    """What the next rows are; those that nobody needs are gone then."""
    before = app.now() - DAY * _DAYS.get(place.table, app.keep_days)
    async with app.database.read(long=True) as r:
        found = await retention.window(r, place.table, place.after, before, ROWS)
    if found.stale:
        await app.database.transact(lambda w: retention.drop(w, place.table, found.stale))
    return found


def _following(place: Place, found: Window) -> Place | None:
    """Where it goes on; None: everything has been looked at."""
    if found.last is not None:
        return Place(place.table, found.last)
    behind = retention.TABLES[retention.TABLES.index(place.table) + 1 :]
    return Place(behind[0], retention.first(behind[0])) if behind else None


def _job(place: Place, due_at: int) -> ScheduledJob:
    return ScheduledJob(kind=SWEEP, subject="", due_at=due_at, payload=msgspec.to_builtins(place))
