"""A contest goes on: what has ended is counted, what can begin begins, and the next look is set.

It's a job. Whatever it does is written in transactions that have the contest for themselves, so that after a
kill it goes on from where it was: nobody is paired twice, and nothing is forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from bot.contests import beginning, matching, telling
from bot.contests.contest import Contest, after
from bot.contests.events import Bye, Closed, Event, Paired
from bot.contests.formats.all_of_them import FORMATS
from bot.contests.keeping import contest_of, happened
from bot.contests.steps import Finish, Pair, Rest, Step
from bot.contests.terms import DAY
from bot.core.app_context import AppContext
from bot.core.contest_ends import CONTEST
from bot.matches.following import after_commit
from storage import contests, outbox, scheduled_jobs
from storage.contests import ContestRow
from storage.handle import Writer
from storage.rows import DueJob, ScheduledJob

LADDER_SECONDS = 3600
"""So often a ladder pairs those who wait."""
SOON_SECONDS = 1


def look_at(contest_id: str, at: int) -> ScheduledJob:
    """That a contest is to be looked at."""
    return ScheduledJob(kind=CONTEST, subject=contest_id, due_at=at)


async def look(app: AppContext, due: DueJob) -> None:
    """The job, when it's time or a match has ended: go on as far as can be."""
    await go_on(app, due.subject, due)


async def go_on(app: AppContext, contest_id: str, due: DueJob | None = None) -> Contest:
    """Count, begin, pair, and set the next look; how it stands then. `due`: the job that's done by it."""
    async with app.database.write(f"contest:{contest_id}") as w:
        if due is not None:
            # First, so that whatever ends from now on is looked at once more.
            await scheduled_jobs.done(w, due, app.now())
        row, contest = await contest_of(w, app, contest_id)
        before = contest
        contest = await _written(w, app, row, contest, await matching.decided(w, app, contest))
        contest = await _written(w, app, row, contest, beginning.following(contest, app.now()))
        contest = await _written(w, app, row, contest, _following(app, contest))
        begun = await matching.begin(w, app, row, contest)
        await outbox.add(w, telling.messages(row, before, contest, app.now()))
        await _set_next(w, app, row, contest, more=len(begun) == matching.AT_A_TIME)
        if contest.ended_at is not None:
            await contests.set_ended(w, row.id, contest.ended_at)
    for match_id in begun:
        await after_commit(app, match_id)
    app.wake()
    return contest


async def _written(
    w: Writer, app: AppContext, row: ContestRow, contest: Contest, events: Sequence[Event]
) -> Contest:
    return await happened(w, row.id, contest, events) if events else contest


# --- what follows -------------------------------------------------------------------------------------


def _following(app: AppContext, contest: Contest) -> Sequence[Event]:
    if contest.status != "running":
        return ()
    found, now = list[Event](), app.now()
    while steps := FORMATS[contest.terms.kind](contest, now):
        events = [_event(app, step, now) for step in steps]
        found += events
        for event in events:
            contest = after(contest, event)
        if contest.status != "running" or contest.open:
            break
    return found


def _event(app: AppContext, step: Step, now: int) -> Event:
    match step:
        case Pair():
            return Paired(
                at=now,
                round=step.round,
                first=step.first,
                second=step.second,
                match=app.randomness.name(),
                slot=step.slot,
            )
        case Rest():
            return Bye(at=now, round=step.round, person=step.person, points=step.points, slot=step.slot)
        case Finish():
            return Closed(at=now)


# --- the next look ------------------------------------------------------------------------------------


async def _set_next(w: Writer, app: AppContext, row: ContestRow, contest: Contest, *, more: bool) -> None:
    """When there's something to look at again, whatever else brings it about."""
    now, terms = app.now(), contest.terms
    if contest.ended_at is not None:
        await scheduled_jobs.clear(w, CONTEST, row.id, now)
        return
    moments = [now + SOON_SECONDS] if more else []
    if contest.status == "open" and terms.starts_at:
        moments += [max(now + SOON_SECONDS, terms.starts_at)]
    if terms.kind == "ladder":
        moments.append(now - now % LADDER_SECONDS + LADDER_SECONDS)
    if terms.longest:
        moments += [one.at + terms.longest * DAY for one in contest.open]
    if moments:
        await scheduled_jobs.set(w, look_at(row.id, min(moments)))
