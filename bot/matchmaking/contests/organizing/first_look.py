"""When a contest that has just been made is looked at first, and when its people are asked to check in."""

from __future__ import annotations

from collections.abc import Iterator

from bot.matchmaking.contests.log.next_steps import CHECK_IN, CONTEST
from bot.matchmaking.contests.log.terms import Terms
from storage.rows import ScheduledJob


def jobs(contest_id: str, terms: Terms, now: int) -> Iterator[ScheduledJob]:
    """Its first look, and that people are asked to check in, where they have to."""
    yield ScheduledJob(kind=CONTEST, subject=contest_id, due_at=terms.starts_at or now)
    if terms.check_in and terms.starts_at:
        yield ScheduledJob(kind=CHECK_IN, subject=contest_id, due_at=terms.starts_at - terms.check_in)
