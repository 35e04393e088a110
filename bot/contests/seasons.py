"""Leagues: who goes up and who goes down, and the season that follows on the one that ends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec

from bot.contests import telling
from bot.contests.contest import Contest
from bot.contests.entering import rating_of
from bot.contests.events import Joined
from bot.contests.formats.round_robin import groups, moving
from bot.contests.keeping import happened
from bot.contests.standings import standings
from bot.contests.terms import DAY
from bot.core.app_context import AppContext
from bot.core.contest_ends import CONTEST
from storage import contests, outbox, scheduled_jobs
from storage.contests import ContestRow
from storage.handle import Writer
from storage.rows import ScheduledJob

BREAK_DAYS = 3
"""Between two seasons: so long people can come in, and those who have had enough can leave."""


def order_after(contest: Contest) -> tuple[int, ...]:
    """Everybody of a season in the order in which they begin the next one: of each division the first of the
    terms' `movers` change places with as many of the last above."""
    tables = [[one.person for one in standings(contest, among)] for among in groups(contest)]
    return tuple(_ordered(tables, moving(contest)))


def _ordered(tables: Sequence[Sequence[int]], moving: Sequence[int]) -> Iterator[int]:
    for place, table in enumerate(tables):
        up = moving[place - 1] if place else 0
        down = moving[place] if place < len(moving) else 0
        if place:
            above = tables[place - 1]
            yield from above[len(above) - up :]
        yield from table[up : len(table) - down]
        if down:
            yield from tables[place + 1][:down]


async def follow(w: Writer, app: AppContext, row: ContestRow, before: Contest, contest: Contest) -> None:
    """Open the next season of a league in the transaction that ends the present one: everybody is in it who
    hasn't left and wants another one. It can't happen twice, since a season ends once."""
    if row.kind != "league" or before.ended_at is not None or contest.status != "finished":
        return
    staying = [person for person in order_after(contest) if contest.entrants[person].plays]
    following = _row(app, row, contest)
    await contests.add(w, following)
    events = []
    for rank, person in enumerate(staying, 1):
        await contests.enter(w, following.id, person)
        rating, number = await rating_of(w, person, contest.terms), contest.entrants[person].number
        events.append(Joined(at=app.now(), person=person, number=number, rating=rating, rank=rank))
    empty = Contest(msgspec.convert(following.terms, type(contest.terms)))
    joined = await happened(w, following.id, empty, events)
    await scheduled_jobs.set(
        w, ScheduledJob(kind=CONTEST, subject=following.id, due_at=joined.terms.starts_at)
    )
    await outbox.add(w, telling.messages(following, empty, joined, app.now()))


def _row(app: AppContext, row: ContestRow, contest: Contest) -> ContestRow:
    """The season that begins after a break. Its secret follows from the first season's, to which the bot was
    committed before anybody entered: those who stay give no new number. docs/dice.md."""
    starts_at = (contest.ended_at or app.now()) + BREAK_DAYS * DAY
    terms = msgspec.structs.replace(contest.terms, starts_at=starts_at)
    return msgspec.structs.replace(
        row,
        id=app.randomness.name(),
        message=None,
        terms=msgspec.to_builtins(terms),
        secret=hashlib.sha256(row.secret + b"season").digest(),
        previous=row.id,
        created_at=app.now(),
        ended_at=None,
    )
