"""That a contest goes on when one of its matches has ended, written in the transaction that ends it."""

from __future__ import annotations

from functools import partial

from storage import contests, scheduled_jobs
from storage.handle import Writer
from storage.ply import Also, Ending
from storage.rows import Match, ScheduledJob

CARD, RESULTS, AGREED, CAME_IN = "contest", "contest results", "contest agreed", "contest place"
CHECK_IN, ABSENT, INVITED = "contest check-in", "contest absent", "contest invited"
"""The kinds of the messages by which its card follows, its results are announced, a captain hears that
another one has agreed, somebody hears that they have a place, is asked to check in, hears that they get no
new matches, since they didn't show up, or is invited."""
CONTEST, ENDED = "contest", "contest ended"
"""The kinds of jobs by which it goes on: when it's time, and when a match of it has ended."""


def followed(match: Match, ending: Ending, at: int) -> tuple[Also, ...]:
    """A sealed leg decides nothing yet."""
    return () if ending.sealed else (partial(_follow, match=match, at=at),)


async def _follow(w: Writer, match: Match, at: int) -> None:
    found = await contests.of_match(w, match.id)
    if found is not None:
        await look(w, found, at)


async def go_on_in(w: Writer, contest: str, second: Match, at: int) -> None:
    """A second leg has just begun in a contest, which is looked at: the match may have been voided by now."""
    await contests.add_match(w, contest, second.id)
    await look(w, contest, at)


async def look(w: Writer, contest_id: str, at: int) -> None:
    """Something has happened in a contest: what follows from it is looked at once that's written."""
    await scheduled_jobs.set(w, ScheduledJob(kind=ENDED, subject=contest_id, due_at=at))
