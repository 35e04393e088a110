"""A contest goes on: what has ended is counted, what can begin begins, and the next look is set.

It's a job. Whatever it does is written in transactions that have the contest for themselves, so that after a
kill it goes on from where it was: nobody is paired twice, and nothing is forgotten. What's paired in one
begins in the next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from bot.core.app_context import AppContext
from bot.core.jobs import Job
from bot.matchmaking.contests.formats import advance, beginning
from bot.matchmaking.contests.formats.round_robin import season_ends
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.event_store import CHECK_IN, CONTEST, ENDED, contest_of, happened
from bot.matchmaking.contests.running import absences, matching, news, results, seasons
from bot.matchmaking.contests.running.results import days_of, latest
from bot.play.matches.following import after_commit
from storage.engine.handle import Writer
from storage.rows import DueJob, ScheduledJob
from storage.tables import scheduled_jobs

LADDER_SECONDS = 3600
"""So often a ladder pairs those who wait."""
SOON_SECONDS = 1
AGAIN_SECONDS = 600
"""So soon a match that runs too long is looked at again, where it hasn't ended."""


def look_at(contest_id: str, at: int) -> ScheduledJob:
    """That a contest is to be looked at."""
    return ScheduledJob(kind=CONTEST, subject=contest_id, due_at=at)


async def taken(w: Writer, due: DueJob | None, now: int) -> None:
    """A look is under way, by this job. First of all, so that what ends from now on is looked at again."""
    if due is not None:
        await scheduled_jobs.done(w, due, now)


async def set_next(
    w: Writer, contest_id: str, contest: Contest, now: int, drawn_at: Collection[int], *, more: bool
) -> None:
    """When there's something to look at again, whatever else brings it about; `more`: there is at once;
    `drawn_at`: when canceled matches become draws."""
    moments = [now + SOON_SECONDS] if more else []
    if contest.ended_at is None:
        moments += [*_moments(contest, now), *(max(now + SOON_SECONDS, moment) for moment in drawn_at)]
    if moments:
        await scheduled_jobs.set(w, look_at(contest_id, min(moments)))
    else:
        await scheduled_jobs.clear(w, CONTEST, contest_id, now)


def _moments(contest: Contest, now: int) -> list[int]:
    """Of what time brings: the start, the next pairing of a ladder, a match that runs too long."""
    terms, moments = contest.terms, list[int]()
    if contest.status == "open" and terms.starts_at:
        moments.append(max(now + SOON_SECONDS, terms.starts_at))
    if terms.kind == "ladder":
        moments.append(now - now % LADDER_SECONDS + LADDER_SECONDS)
    ends = season_ends(contest)
    days = days_of(terms)
    untils = [*(latest(contest, one, days) for one in contest.open), ends]
    return [*moments, *(max(now + AGAIN_SECONDS, until) for until in untils if until is not None)]


async def look(app: AppContext, due: DueJob) -> None:
    """The job, when it's time or a match has ended: go on as far as can be."""
    await results.end_overdue(app, due.subject)
    await go_on(app, due.subject, due)


async def go_on(app: AppContext, contest_id: str, due: DueJob | None = None) -> Contest:
    """Count, begin, pair, and set the next look; how it stands then. `due`: the job that's done by it."""
    async with app.database.write(f"contest:{contest_id}") as w:
        await taken(w, due, app.now())
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
        await set_next(w, row.id, contest, app.now(), drawn_at, more=more)
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
        await set_next(w, row.id, contest, app.now(), drawn_at, more=more)
    for match_id in begun:
        await after_commit(app, match_id)


JOBS: Mapping[str, Job] = MappingProxyType(
    {
        CONTEST: Job(look, timed=True),
        ENDED: Job(look),
        CHECK_IN: Job(absences.ask),
    }
)
