"""Schedule a contest's next step in the transaction that ends one of its matches."""

from __future__ import annotations

from functools import partial

from storage.engine.handle import Writer
from storage.rows import Match, ScheduledJob
from storage.tables import contests, scheduled_jobs
from storage.tables.ply import Also, Ending

CARD, RESULTS, AGREED, CAME_IN = "contest", "contest results", "contest agreed", "contest place"
CHECK_IN, ABSENT, INVITED = "contest check-in", "contest absent", "contest invited"
"""The kinds of the messages by which its card follows, its results are announced, a captain hears that
another one has agreed, somebody hears that they have a place, is asked to check in, hears that they get no
new matches, since they didn't show up, or is invited."""
CONTEST, ENDED = "contest", "contest ended"
"""The kinds of jobs by which it goes on: when it's time, and when a match of it has ended."""


def match_ended(match: Match, ending: Ending, at: int) -> tuple[Also, ...]:
    """A sealed leg decides nothing yet."""
    return () if ending.sealed else (partial(_follow, match=match, at=at),)


async def _follow(w: Writer, match: Match, at: int) -> None:
    found = await contests.of_match(w, match.id)
    if found is not None:
        await look(w, found, at)


async def leg_started(w: Writer, match: Match, at: int) -> None:
    """Look at the contest of a second leg: the match may have been voided by now."""
    await _follow(w, match, at)


async def look(w: Writer, contest_id: str, at: int) -> None:
    """Something has happened in a contest: what follows from it is looked at once that's written."""
    await scheduled_jobs.set(w, ScheduledJob(kind=ENDED, subject=contest_id, due_at=at))
