"""A contest goes on: what has ended is counted, what can begin begins, and the next look is set.

It's a job. Whatever it does is written in transactions that have the contest for themselves, so that after a
kill it goes on from where it was: nobody is paired twice, and nothing is forgotten. What's paired in one
begins in the next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from bot.core.app_context import AppContext
from bot.core.jobs import Job
from bot.core.match_state import opening
from bot.core.seats import Place, SeatAssignment
from bot.matchmaking.contests.formats import advance
from bot.matchmaking.contests.formats.round_robin import season_ends
from bot.matchmaking.contests.log import dice, notifications
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.event_store import CHECK_IN, CONTEST, ENDED, contest_of, happened
from bot.matchmaking.contests.organizing.match_terms import terms_in
from bot.matchmaking.contests.running import absences, results, seasons
from bot.matchmaking.contests.running.absences import Absent, are_there
from bot.matchmaking.contests.running.results import days_of, latest
from bot.matchmaking.contests.teams import team_sides
from bot.play.clocks import clocks
from bot.play.matches.following import after_commit
from bot.play.matches.starting import add_match, make_match
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, Match, ScheduledJob
from storage.tables import contest_matches, contests, outbox, scheduled_jobs
from storage.tables.contests import ContestRow


async def add(
    w: Writer, app: AppContext, row: ContestRow, before: Contest, after: Contest, absent: Iterable[Absent]
) -> None:
    """That it stands as it does after what has happened since `before`; `absent`: who didn't show up."""
    # Everybody's ladders are posted nowhere.
    kept = await team_sides.faces_of(w, row) if row.channel is not None else ()
    told = notifications.messages(kept, before, after, app.now())
    await outbox.add(w, [*told, *absences.told(row, absent)])
    if await dice.opened(w, row, after) is not None:
        await outbox.add(w, [notifications.opened(one, app.now()) for one in kept])


def made(app: AppContext, row: ContestRow, contest: Contest, one: Pairing, secret: bytes) -> Match:
    """The match of a pairing; `secret`: that of the contest."""
    first, second = (SeatAssignment(p, contest.entrants[p].number) for p in (one.first, one.second))
    place, nonce = Place(row.channel or 0, row.guild), dice.nonce_of(secret, contest, one)
    match = make_match(app, one.match, terms_in(row, contest.terms), (first, second), place, nonce)
    if row.is_across:
        # Of two servers neither is shown the other one, so their people follow it in their DMs.
        return msgspec.structs.replace(match, guild=None, channel=None)
    return match


AT_A_TIME = 8
"""Matches that begin in one transaction, so that no other writer waits for long."""


async def find_blocked(r: Reader, row: ContestRow) -> frozenset[frozenset[int]]:
    """Pairs that are never made: on a ladder, where people don't choose whom they play, those of whom one has
    blocked the other."""
    return await contest_matches.apart(r, row.id) if row.kind == "ladder" else frozenset()


async def find_waiting(r: Reader, contest: Contest) -> list[Pairing]:
    """Return the pairings whose matches haven't begun, as many as begin in one transaction."""
    known = await contest_matches.begun(r, [one.match for one in contest.open])
    return [one for one in contest.open if one.match not in known][:AT_A_TIME]


async def begin(
    w: Writer, app: AppContext, row: ContestRow, contest: Contest, waiting: Sequence[Pairing]
) -> list[str]:
    """Begin the matches of these pairings, and return their ids. The transaction needs `contest:ID` and their
    people for itself."""
    begun = [one for one in waiting if await are_there(w, one)]
    for pairing in begun:
        await _begin_one(w, app, row, contest, pairing)
    return [pairing.match for pairing in begun]


async def _begin_one(w: Writer, app: AppContext, row: ContestRow, contest: Contest, pairing: Pairing) -> None:
    match = made(app, row, contest, pairing, dice.secret_of(row, contest.terms))
    match = await add_match(w, app, match, in_contest=True)
    await contests.add_match(w, row.id, pairing.match)
    # Only now it's known how holidays count in it.
    for deadline in await clocks.turn_deadlines(w, app, opening(match)):
        await scheduled_jobs.set(w, deadline)


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
        contest = await happened(w, row.id, contest, advance.starting(contest, app.now()))
        apart = await find_blocked(w, row)
        steps = advance.following(contest, app.now(), app.randomness.name, apart)
        contest = await happened(w, row.id, contest, steps)
        waiting = await find_waiting(w, contest)
        needless = await results.superfluous(w, contest)
        await add(w, app, row, before, contest, absent)
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
        waiting = await find_waiting(w, contest)
        begun = await begin(w, app, row, contest, [one for one in paired if one in waiting])
        drawn_at, more = await results.drawn_at(w, contest), len(waiting) == AT_A_TIME
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
