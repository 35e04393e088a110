"""A contest goes on: what has ended is counted, what can begin begins, and the next look is set.

It's a job. Whatever it does is written in transactions that have the contest for themselves, so that after a
kill it goes on from where it was: nobody is paired twice, and nothing is forgotten. What's paired in one
begins in the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.core.app_context import AppContext
from bot.core.jobs import Job
from bot.matchmaking.contests.formats import advance, beginning
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.event_store import CHECK_IN, CONTEST, ENDED, contest_of, happened
from bot.matchmaking.contests.running import (
    absences,
    adjudicating,
    matching,
    news,
    results,
    scheduling,
    seasons,
)
from bot.play.matches.following import after_commit
from storage.rows import DueJob


async def look(app: AppContext, due: DueJob) -> None:
    """The job, when it's time or a match has ended: go on as far as can be."""
    await adjudicating.end_overdue(app, due.subject)
    await go_on(app, due.subject, due)


async def go_on(app: AppContext, contest_id: str, due: DueJob | None = None) -> Contest:
    """Count, begin, pair, and set the next look; how it stands then. `due`: the job that's done by it."""
    async with app.database.write(f"contest:{contest_id}") as w:
        await scheduling.taken(w, due, app.now())
        row, contest = await contest_of(w, app, contest_id)
        before = contest
        decided = await results.decided(w, app, contest)
        contest = await happened(w, row.id, contest, decided)
        absent = absences.following(contest, decided, app.now())
        contest = await happened(w, row.id, contest, absent)
        contest = await happened(w, row.id, contest, beginning.following(contest, app.now()))
        apart = await matching.apart(w, row)
        steps = advance.following(contest, app.now(), app.randomness.name, apart)
        contest = await happened(w, row.id, contest, steps)
        waiting = await matching.find_waiting(w, contest)
        needless = await results.superfluous(w, contest)
        await news.add(w, app, row, before, contest, absent)
        await seasons.follow(w, app, row, before, contest)
        # Once more, so that after a kill what's needless ends, and what waits begins.
        drawn_at = await results.drawn_at(w, contest)
        more = bool(needless or waiting)
        await scheduling.set_next(w, row.id, contest, app.now(), drawn_at, more=more)
    await _begin(app, contest_id, waiting)
    await results.end_superfluous(app, needless)
    app.wake()
    return contest


async def _begin(app: AppContext, contest_id: str, paired: Sequence[Pairing]) -> None:
    """Begin the matches of these pairings that still wait, in a transaction of their own: what may be rated
    depends on how much their people have begun, and only now it's known who they are."""
    if not paired:
        return
    people = {f"person:{person}" for one in paired for person in (one.first, one.second)}
    async with app.database.write(f"contest:{contest_id}", *people) as w:
        row, contest = await contest_of(w, app, contest_id)
        waiting = await matching.find_waiting(w, contest)
        begun = await matching.begin(w, app, row, contest, [one for one in paired if one in waiting])
        drawn_at, more = await results.drawn_at(w, contest), len(waiting) == matching.AT_A_TIME
        await scheduling.set_next(w, row.id, contest, app.now(), drawn_at, more=more)
    for match_id in begun:
        await after_commit(app, match_id)


JOBS: Mapping[str, Job] = MappingProxyType(
    {
        CONTEST: Job(look, timed=True),
        ENDED: Job(look),
        CHECK_IN: Job(absences.ask),
    }
)
