"""A contest is made: from then on it's announced, entered, and begins when it's time."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.contests import checking_in, telling
from bot.contests.playable import check
from bot.contests.terms import Terms
from bot.core import look_alikes
from bot.core.app_context import AppContext
from bot.core.contest_ends import CONTEST
from bot.core.errors import UserError
from bot.core.seats import Place, User, meet
from storage import contests, outbox, scheduled_jobs
from storage.contests import ContestRow
from storage.handle import Reader, Writer
from storage.rows import ScheduledJob

MOST_OPEN = 20
"""Contests that a server has open at a time."""


async def create(app: AppContext, organizer: User, terms: Terms, place: Place) -> ContestRow:
    """A new contest of a server. UserError for terms that can't be."""
    check(terms)
    row = new_row(app, organizer, terms, place)
    async with app.database.write(f"guild:{place.guild}") as w:
        await check_room(w, place.guild, (terms.name,))
        await meet(w, organizer, app.now())
        await add(w, app, row, terms)
    app.wake()
    return row


def new_row(app: AppContext, organizer: User, terms: Terms, place: Place) -> ContestRow:
    """The row of a new contest."""
    return ContestRow(
        id=app.randomness.name(),
        guild=place.guild,
        channel=place.channel,
        organizer=organizer.id,
        kind=terms.kind,
        game=terms.game,
        terms=msgspec.to_builtins(terms),
        secret=app.randomness.nonce(),
        created_at=app.now(),
    )


async def check_room(r: Reader, guild: int | None, names: Iterable[str]) -> None:
    """UserError where a server has enough contests open, or doesn't want one of these names. The transaction
    needs `guild:ID` for itself."""
    if len(await contests.open_of(r, guild)) >= MOST_OPEN:
        raise UserError(f"This server has {MOST_OPEN} contests open. Finish one before you make another.")
    await look_alikes.check(r, guild, names)


async def add(w: Writer, app: AppContext, row: ContestRow, terms: Terms) -> None:
    """Write it, with its card and what is due."""
    await contests.add(w, row)
    await outbox.add(w, [telling.card(row.id, 0, app.now())])
    first = ScheduledJob(kind=CONTEST, subject=row.id, due_at=terms.starts_at or app.now())
    for job in (first, *checking_in.jobs(row.id, terms)):
        await scheduled_jobs.set(w, job)
