"""Scheduled jobs: rows of the table `deadlines` that are due at a time."""

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
"""How often each of several processes notes that it can be reached."""

ANSWER = "answer"
"""The kind of the job for an AI's turn, set with the action that makes it the AI's turn."""
ANSWER_SECONDS = 60
"""Seconds until an AI that hasn't acted is called again."""


class Job(NamedTuple):
    """What to do for one kind of row.

    Attributes:
        act: Does the job. It finds out itself whether people could reach us.
        timed: Whether a clock causes it; then it waits until Discord answers, and outages are given back
            first.
        at_once: Whether it follows from an act rather than the time, so that a wrong clock doesn't delay it.
    """

    act: Callable[[AppContext, DueJob], Awaitable[Any]]
    timed: bool = False
    at_once: bool = False


Jobs = Mapping[str, Job]
"""The jobs by their kinds."""


def about_its_subject(act: Callable[[AppContext, str], Awaitable[Any]]) -> Job:
    """Return a job that needs only the subject of its row."""
    return Job(lambda app, due: act(app, due.subject))


async def fall_due_forever(app: AppContext, jobs: Jobs) -> None:
    """Do the jobs that are due, the earliest first, until canceled."""
    await persistently(app, app.jobs, lambda: release(app, scheduled_jobs.release))
    while True:
        await persistently(app, app.jobs, lambda: _fall_due_next(app, jobs))


async def _fall_due_next(app: AppContext, jobs: Jobs) -> None:
    """Do the jobs that are due now, or wait for the next one."""
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
        await scheduled_jobs.mark_done(w, deadline, app.now())


async def _put_back(app: AppContext, deadline: DueJob, until: int | None = None) -> None:
    """Let any process try a job again: when its lease ends, at `until`, or once the obstacle is gone."""
    async with app.database.write() as w:
        await scheduled_jobs.put_back(w, deadline, until)
