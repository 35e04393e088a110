"""A contest goes on: what has ended is counted, what can begin begins, and the next look is set.

It's a job. Whatever it does is written in transactions that have the contest for themselves, so that after a
kill it goes on from where it was: nobody is paired twice, and nothing is forgotten. What's paired in one
begins in the next."""

from __future__ import annotations

from bot.contests import (
    absences,
    adjudicating,
    beginning,
    matching,
    news,
    next_look,
    results,
    seasons,
    stepping,
)
from bot.contests.contest import Contest
from bot.contests.keeping import contest_of, happened
from bot.core.app_context import AppContext
from storage.rows import DueJob


async def look(app: AppContext, due: DueJob) -> None:
    """The job, when it's time or a match has ended: go on as far as can be."""
    await adjudicating.end_overdue(app, due.subject)
    await go_on(app, due.subject, due)


async def go_on(app: AppContext, contest_id: str, due: DueJob | None = None) -> Contest:
    """Count, begin, pair, and set the next look; how it stands then. `due`: the job that's done by it."""
    async with app.database.write(f"contest:{contest_id}") as w:
        await next_look.taken(w, due, app.now())
        row, contest = await contest_of(w, app, contest_id)
        before = contest
        decided = await results.decided(w, app, contest)
        contest = await happened(w, row.id, contest, decided)
        absent = absences.following(contest, decided, app.now())
        contest = await happened(w, row.id, contest, absent)
        contest = await happened(w, row.id, contest, beginning.following(contest, app.now()))
        apart = await matching.apart(w, row)
        steps = stepping.following(contest, app.now(), app.randomness.name, apart)
        contest = await happened(w, row.id, contest, steps)
        waiting = await matching.find_waiting(w, contest)
        needless = await results.superfluous(w, contest)
        await news.add(w, app, row, before, contest, absent)
        await seasons.follow(w, app, row, before, contest)
        # Once more, so that after a kill what's needless ends, and what waits begins.
        await next_look.set_next(w, row.id, contest, app.now(), more=bool(needless or waiting))
    await matching.begin(app, contest_id, waiting)
    await results.end_superfluous(app, needless)
    app.wake()
    return contest
