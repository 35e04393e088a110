"""Contests in the database: their state, their events, and the jobs by which they go on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from bot.core.app_context import AppContext, Recent
from bot.core.errors import UserError
from bot.matchmaking.contests.log.contest import Contest, apply_events, fold_events
from bot.matchmaking.contests.log.events import Event, read_event, write_event
from bot.matchmaking.contests.log.terms import Terms
from storage.engine.handle import Reader, Writer
from storage.rows import Match, ScheduledJob
from storage.tables import contests, scheduled_jobs
from storage.tables.contests import ContestRow
from storage.tables.ply import Also, Ending

_REMEMBERED = 64
_GONE = "This tournament or ladder is no longer here. Use /compete to see what's on."


class Folded:
    """A cache of contests as last read; it only saves time, since their logs only ever grow."""

    def __init__(self) -> None:
        self._known: Recent[tuple[str, int], Contest] = Recent(_REMEMBERED)

    async def read(self, r: Reader, row: ContestRow) -> Contest:
        """Return the state of a contest."""
        known = self._known.get((row.id, row.renumbered)) or fold_events(terms_in(row), ())
        if lines := await contests.events(r, row.id, known.length):
            known = apply_events(known, map(read_event, lines))
        if not isinstance(r, Writer):
            # A transaction may still be undone, so its events must not be remembered.
            self.remember(row, known)
        return known

    def remember(self, row: ContestRow, contest: Contest) -> None:
        """Remember a contest as committed."""
        self._known[row.id, row.renumbered] = contest


def terms_in(row: ContestRow) -> Terms:
    """Return the terms in a contest's row."""
    return msgspec.convert(row.terms, Terms)


async def row_of(r: Reader, id: str) -> ContestRow:
    """Return the row of a contest; raise UserError if there's none."""
    found = await contests.get(r, id)
    if found is None:
        raise UserError(_GONE)
    return found


async def contest_of(r: Reader, app: AppContext, id: str) -> tuple[ContestRow, Contest]:
    """Return the row and the state of a contest; raise UserError if there's none."""
    row = await row_of(r, id)
    return row, await app.own(Folded, Folded).read(r, row)


async def append_events(w: Writer, id: str, contest: Contest, events: Sequence[Event]) -> Contest:
    """Append events to a contest and return its new state; the transaction needs the lock `contest:ID`."""
    if not events:
        return contest
    await contests.append(w, id, contest.length, [write_event(event) for event in events])
    contest = apply_events(contest, events)
    if contest.ended_at is not None:
        await contests.set_ended(w, id, contest.ended_at)
    return contest


CARD, RESULTS, AGREED, CAME_IN = "contest", "contest results", "contest agreed", "contest place"
CHECK_IN, ABSENT, INVITED, OVER = "contest check-in", "contest absent", "contest invited", "contest over"
SERVER_EVENT = "contest event"
"""The kinds of a contest's messages.

They are its card, the posts of its rounds or days, the news for a captain that the other one has agreed, a
place that a person has got, the call to check in, the news for an absent person that they get no new matches,
an invitation, the end with the champion, and the change of the server's scheduled event for it.
"""
CONTEST, ENDED = "contest", "contest ended"
"""The kinds of jobs by which a contest continues: when it's time, and when one of its matches has ended."""


def match_ended(match: Match, ending: Ending, at: int) -> tuple[Also, ...]:
    """Return what follows from a match's end in its contest; a sealed leg decides nothing yet."""
    return () if ending.sealed else (partial(_follow, match=match, at=at),)


async def _follow(w: Writer, match: Match, at: int) -> None:
    found = await contests.of_match(w, match.id)
    if found is not None:
        await look(w, found, at)


async def leg_started(w: Writer, match: Match, at: int) -> None:
    """Schedule a look at the contest of a second leg, since its pairing may be void by now."""
    await _follow(w, match, at)


async def look(w: Writer, contest_id: str, at: int) -> None:
    """Schedule the next step of a contest in which something has happened, once that's written."""
    await scheduled_jobs.set(w, ScheduledJob(kind=ENDED, subject=contest_id, due_at=at))
