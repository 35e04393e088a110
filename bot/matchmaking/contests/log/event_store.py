"""Reading a contest, and writing what happens in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from bot.core.app_context import AppContext, Recent
from bot.core.errors import UserError
from bot.matchmaking.contests.log.contest import Contest, folded, grown
from bot.matchmaking.contests.log.events import Event, read_event, write_event
from bot.matchmaking.contests.log.terms import Terms
from storage.engine.handle import Reader, Writer
from storage.rows import Match, ScheduledJob
from storage.tables import contests, scheduled_jobs
from storage.tables.contests import ContestRow
from storage.tables.ply import Also, Ending

_REMEMBERED = 64
_GONE = "This is no longer here. Use /compete to see what there is."


class Folded:
    """Contests as they stood when they were read last; a help for speed, since they only ever grow."""

    def __init__(self) -> None:
        self._known: Recent[tuple[str, int], Contest] = Recent(_REMEMBERED)

    async def read(self, r: Reader, row: ContestRow) -> Contest:
        """A contest as it stands."""
        key = (row.id, row.renumbered)
        known = self._known.get(key) or folded(terms_in(row), ())
        if lines := await contests.events(r, row.id, known.length):
            known = grown(known, map(read_event, lines))
        if not isinstance(r, Writer):
            # What a transaction has written may never have happened.
            self._known[key] = known
        return known


def terms_in(row: ContestRow) -> Terms:
    """What it's played by."""
    return msgspec.convert(row.terms, Terms)


async def row_of(r: Reader, id: str) -> ContestRow:
    """A contest; UserError where there's none."""
    found = await contests.get(r, id)
    if found is None:
        raise UserError(_GONE)
    return found


async def contest_of(r: Reader, app: AppContext, id: str) -> tuple[ContestRow, Contest]:
    """The same, as it stands."""
    row = await row_of(r, id)
    return row, await app.own(Folded, Folded).read(r, row)


async def happened(w: Writer, id: str, contest: Contest, events: Sequence[Event]) -> Contest:
    """More has happened; how it stands then. The transaction needs `contest:ID` for itself."""
    if not events:
        return contest
    await contests.append(w, id, contest.length, [write_event(event) for event in events])
    contest = grown(contest, events)
    if contest.ended_at is not None:
        await contests.set_ended(w, id, contest.ended_at)
    return contest


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
