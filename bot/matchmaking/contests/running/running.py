"""The job by which a contest continues: it counts results, begins matches, and sets the next look.

All is written in transactions that have the contest for themselves, so that after a kill it continues from
where it was: no player is paired twice, and nothing is forgotten. Matches paired in one transaction begin in
the next.
"""

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
from bot.matchmaking.contests.log.contest import Contest, Pairing, apply_events
from bot.matchmaking.contests.log.event_store import (
    CHECK_IN,
    CONTEST,
    ENDED,
    Folded,
    append_events,
    contest_of,
)
from bot.matchmaking.contests.log.events import Event
from bot.matchmaking.contests.organizing.match_terms import terms_in
from bot.matchmaking.contests.running import absences, next_steps, results, seasons
from bot.matchmaking.contests.running.absences import Absent, find_present
from bot.matchmaking.contests.running.results import days_of, latest
from bot.matchmaking.contests.teams import team_sides
from bot.play.clocks import clocks
from bot.play.matches.follow_up import after_commit
from bot.play.matches.starting import add_match, make_match
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, Match, ScheduledJob
from storage.tables import contest_matches, contests, outbox, scheduled_jobs
from storage.tables.contests import ContestRow


async def add(
    w: Writer, app: AppContext, row: ContestRow, before: Contest, after: Contest, absent: Iterable[Absent]
) -> None:
    """Queue the messages about what has changed since `before`, and those to absent players."""
    # Ladders of all servers are posted nowhere.
    kept = await team_sides.faces_of(w, row) if row.channel is not None else ()
    told = notifications.messages(kept, before, after, app.now())
    await outbox.add(w, [*told, *absences.build_notices(row, absent)])


def build_match(app: AppContext, row: ContestRow, contest: Contest, one: Pairing, secret: bytes) -> Match:
    """Return the match of a pairing; `secret` is that of the contest."""
    first, second = (SeatAssignment(p, contest.entrants[p].number) for p in (one.first, one.second))
    place, nonce = Place(row.channel or 0, row.guild), dice.nonce_of(secret, contest, one)
    match = make_match(app, one.match, terms_in(row, contest.terms), (first, second), place, nonce)
    if row.is_across:
        # Neither server is shown the other one, so their people follow the match in their DMs.
        return msgspec.structs.replace(match, guild=None, channel=None)
    return match


_TRIES = 3
"""How often a contest's next steps are computed at one look, if it keeps changing meanwhile."""
AT_A_TIME = 8
"""The most matches that begin in one transaction, so that no other writer waits for long."""


async def find_blocked(r: Reader, row: ContestRow) -> frozenset[frozenset[int]]:
    """Return the pairs that a ladder never makes, since a player has blocked the other; none elsewhere."""
    # Players on a ladder don't choose their opponents.
    return await contest_matches.apart(r, row.id) if row.kind == "ladder" else frozenset()


async def find_open(r: Reader, contest: Contest) -> tuple[list[Pairing], list[int]]:
    """Return the pairings whose matches haven't begun, and when canceled ones become draws.

    Of the former as many as begin in one transaction.
    """
    known = await contest_matches.find_begun(r, [pairing.match for pairing in contest.open])
    waiting = [pairing for pairing in contest.open if pairing.match not in known]
    return waiting[:AT_A_TIME], await results.find_draw_times(r, known)


async def begin(
    w: Writer, app: AppContext, row: ContestRow, contest: Contest, waiting: Sequence[Pairing]
) -> list[str]:
    """Begin the matches of these pairings, and return their ids.

    The transaction needs the locks `contest:ID` and `person:ID` of their people.
    """
    there = await find_present(w, waiting)
    begun = [pairing for pairing in waiting if there.issuperset((pairing.first, pairing.second))]
    for pairing in begun:
        await _begin_one(w, app, row, contest, pairing)
    return [pairing.match for pairing in begun]


async def _begin_one(w: Writer, app: AppContext, row: ContestRow, contest: Contest, pairing: Pairing) -> None:
    match = build_match(app, row, contest, pairing, dice.secret_of(row, contest.terms))
    match = await add_match(w, app, match, in_contest=True)
    await contests.add_match(w, row.id, pairing.match)
    # How holidays count in a match is known only now that it's in the contest.
    for deadline in await clocks.turn_deadlines(w, app, opening(match)):
        await scheduled_jobs.set(w, deadline)


LADDER_SECONDS = 3600
"""Seconds between the pairings of a ladder."""
SOON_SECONDS = 1
AGAIN_SECONDS = 600
"""Seconds until an overdue match that hasn't ended is looked at again."""


def look_at(contest_id: str, at: int) -> ScheduledJob:
    """Return the job that looks at a contest."""
    return ScheduledJob(kind=CONTEST, subject=contest_id, due_at=at)


async def finish_job(w: Writer, due: DueJob | None, now: int) -> None:
    """Mark a look's job as done, first of all, so that what ends from now on is looked at again."""
    if due is not None:
        await scheduled_jobs.mark_done(w, due, now)


async def set_next(
    w: Writer, contest_id: str, contest: Contest, now: int, drawn_at: Collection[int], *, more: bool
) -> None:
    """Schedule the next look at a contest, or none if there's nothing to wait for.

    `more` says that there's something to do at once, `drawn_at` when canceled matches become draws.
    """
    moments = [now + SOON_SECONDS] if more else []
    if contest.ended_at is None:
        moments += [*_moments(contest, now), *(max(now + SOON_SECONDS, moment) for moment in drawn_at)]
    if moments:
        await scheduled_jobs.set(w, look_at(contest_id, min(moments)))
    else:
        await scheduled_jobs.clear(w, CONTEST, contest_id, now)


def _moments(contest: Contest, now: int) -> list[int]:
    """Return the moments set by time: the start, a ladder's next pairing, overdue matches, a season's end."""
    terms, moments = contest.terms, list[int]()
    if contest.status == "open" and terms.starts_at:
        moments.append(max(now + SOON_SECONDS, terms.starts_at))
    if terms.kind == "ladder":
        moments.append(now - now % LADDER_SECONDS + LADDER_SECONDS)
    ends = season_ends(contest)
    days = days_of(terms)
    untils = [*(latest(contest, pairing, days) for pairing in contest.open), ends]
    return [*moments, *(max(now + AGAIN_SECONDS, until) for until in untils if until is not None)]


async def look(app: AppContext, due: DueJob) -> None:
    """Advance a contest as far as possible, as a job: it's time, or a match has ended."""
    await results.end_overdue(app, due.subject)
    await go_on(app, due.subject, due)


async def go_on(app: AppContext, contest_id: str, due: DueJob | None = None) -> Contest:
    """Count, begin, pair, and set the next look; return the new state. `due` is the job that's done by it.

    The next steps are computed from a snapshot, outside of any transaction, and computed again if the contest
    has changed when they're to be written. After three such changes they wait for the next look, so that
    other jobs have their turn, however often someone leaves and comes back.
    """
    for _ in range(_TRIES):
        snapshot = await _read(app, contest_id)
        steps = await next_steps.compute(app, snapshot.contest, snapshot.now, snapshot.apart)
        try:
            return await _write(app, snapshot, steps, due)
        except _Changed:
            continue
    return await _put_off(app, contest_id, due)


async def _put_off(app: AppContext, contest_id: str, due: DueJob | None) -> Contest:
    """Set the next look soon, and return the contest as it is."""
    async with app.database.write(f"contest:{contest_id}") as w:
        await finish_job(w, due, app.now())
        row, contest = await contest_of(w, app, contest_id)
        await set_next(w, row.id, contest, app.now(), (), more=True)
    app.wake()
    return contest


class _Changed(Exception):
    """Raised if a contest has changed since its snapshot."""


class _Snapshot(msgspec.Struct, frozen=True):
    """A contest as read for its next steps.

    Attributes:
        known: As it was written.
        events: What has happened since: results, absences, its start.
        contest: As it is after these events.
        apart: The pairs that are never made.
        now: When it was read, in epoch seconds.
    """

    row: ContestRow
    known: Contest
    events: Sequence[Event]
    absent: Sequence[Absent]
    contest: Contest
    apart: Collection[frozenset[int]]
    now: int


async def _read(app: AppContext, contest_id: str) -> _Snapshot:
    now = app.now()
    async with app.database.read() as r:
        row, known = await contest_of(r, app, contest_id)
        decided = await results.find_decisions(r, app, known)
        apart = await find_blocked(r, row)
    contest = apply_events(known, decided)
    absent = absences.following(contest, decided, now)
    contest = apply_events(contest, absent)
    begun = advance.starting(contest, now)
    contest = apply_events(contest, begun)
    return _Snapshot(row, known, (*decided, *absent, *begun), absent, contest, apart, now)


async def _write(app: AppContext, snapshot: _Snapshot, steps: Sequence[Event], due: DueJob | None) -> Contest:
    """Write what has happened in a contest, and its next steps; raise `_Changed` if it has changed.

    A match that has ended since the snapshot has set a job of its own, so it counts at the next look.
    """
    before = snapshot.known
    async with app.database.write(f"contest:{snapshot.row.id}") as w:
        await finish_job(w, due, app.now())
        row, known = await contest_of(w, app, snapshot.row.id)
        is_same = (row.renumbered, known.length) == (snapshot.row.renumbered, before.length)
        if not is_same or await find_blocked(w, row) != snapshot.apart:
            raise _Changed
        contest = await append_events(w, row.id, before, (*snapshot.events, *steps))
        waiting, drawn_at = await find_open(w, contest)
        needless = await results.superfluous(w, contest)
        await add(w, app, row, before, contest, snapshot.absent)
        await seasons.follow(w, app, row, before, contest)
        # Scheduled once more, so that after a kill superfluous matches end and waiting ones begin.
        await set_next(w, row.id, contest, app.now(), drawn_at, more=bool(needless or waiting))
    app.own(Folded, Folded).remember(row, contest)
    await _begin(app, row.id, waiting)
    await results.end_superfluous(app, needless)
    app.wake()
    return contest


async def _begin(app: AppContext, contest_id: str, paired: Sequence[Pairing]) -> None:
    """Begin the matches of these pairings that still wait, in a separate transaction.

    What may be rated depends on how much their people have begun, and only now it's known who they are.
    """
    if not paired:
        return
    people = {f"person:{person}" for pairing in paired for person in (pairing.first, pairing.second)}
    async with app.database.write(f"contest:{contest_id}", *people) as w:
        row, contest = await contest_of(w, app, contest_id)
        waiting, drawn_at = await find_open(w, contest)
        begun = await begin(w, app, row, contest, [pairing for pairing in paired if pairing in waiting])
        await set_next(w, row.id, contest, app.now(), drawn_at, more=len(waiting) == AT_A_TIME)
    for match_id in begun:
        await after_commit(app, match_id)


JOBS: Mapping[str, Job] = MappingProxyType(
    {
        CONTEST: Job(look, timed=True),
        ENDED: Job(look),
        CHECK_IN: Job(absences.ask),
    }
)
