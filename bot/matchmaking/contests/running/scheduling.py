"""When a contest is looked at next."""

from __future__ import annotations

from collections.abc import Collection

from bot.matchmaking.contests.formats.round_robin import season_ends
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import CONTEST
from bot.matchmaking.contests.running.adjudicating import days_of
from bot.matchmaking.contests.running.results import latest
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
