"""Scheduled jobs: what happens by itself at its time, a row of the table `deadlines`."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.looping import persistently, release, wait
from bot.core.sending import NotHeard, RetryAfter, Unavailable
from storage.rows import DueJob
from storage.tables import scheduled_jobs

log = logging.getLogger(__name__)

LEASE_SECONDS = 60
BATCH = 16
HEARD_SECONDS = 10
"""Where several processes run, they say this often that they can be reached."""

ANSWER = "answer"
"""The kind of job by which an AI is to act, set with the action that makes it so."""
ANSWER_SECONDS = 60
"""Seconds until an AI that hasn't acted is called again."""


class Job(NamedTuple):
    """What one kind of row asks for. `timed`: a clock brings it about, so it waits until people can be
    reached; whether they could reach us, it finds out itself. An outage is given back before it is done.
    `at_once`: it follows from an act and not from the time, so a wrong clock doesn't delay it."""

    act: Callable[[AppContext, DueJob], Awaitable[Any]]
    timed: bool = False
    at_once: bool = False


Jobs = Mapping[str, Job]
"""The jobs by their kinds."""


def about_its_subject(act: Callable[[AppContext, str], Awaitable[Any]]) -> Job:
    """A job that needs nothing of its row but what it is about."""
    return Job(lambda app, due: act(app, due.subject))


async def fall_due_forever(app: AppContext, jobs: Jobs) -> None:
    """Do what deadlines ask for, the earliest first; ends by cancellation."""
    await persistently(app, app.jobs, lambda: release(app, scheduled_jobs.release))
    while True:
        await persistently(app, app.jobs, lambda: _fall_due_next(app, jobs))


async def _fall_due_next(app: AppContext, jobs: Jobs) -> None:
    """Do what is due now, or wait until something is."""
    async with app.database.read() as r:
        moment = await scheduled_jobs.next_due(r, app.database.host)
    if moment is None or moment > app.now():
        await wait(app, app.jobs, moment)
        return
    async with app.database.write() as w:
        due = await scheduled_jobs.claim(w, app.database.host, app.now(), LEASE_SECONDS, BATCH)
    for deadline in due:
        await _fall_due(app, jobs, deadline)


async def _fall_due(app: AppContext, jobs: Jobs, deadline: DueJob) -> None:
    try:
        job = jobs[deadline.kind]
        if not job.at_once and not app.discord_time.agrees:
            await _put_back(app, deadline)
            return
        if job.timed and not app.is_answered:
            raise Unavailable("we can't reach Discord right now")
        await job.act(app, deadline)
    except UserError as error:
        log.info("deadline %s of %s came too late: %s", deadline.kind, deadline.subject, error)
    except NotHeard:
        await _put_back(app, deadline, app.now() + HEARD_SECONDS)
        return
    except (Unavailable, RetryAfter) as error:
        log.info("deadline %s of %s waits for Discord: %s", deadline.kind, deadline.subject, error)
        await _put_back(app, deadline)
        return
    except Exception:
        log.exception(
            "deadline %s of %s failed; trying again after its lease", deadline.kind, deadline.subject
        )
        await _put_back(app, deadline)
        return
    async with app.database.write() as w:
        await scheduled_jobs.done(w, deadline, app.now())


async def _put_back(app: AppContext, deadline: DueJob, until: int | None = None) -> None:
    """Somebody tries again, when its lease ends or (`until`) then, or what stands in the way is gone: not
    only this host."""
    async with app.database.write() as w:
        await scheduled_jobs.put_back(w, deadline, until)
