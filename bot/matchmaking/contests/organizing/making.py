"""What all contests have when they're made: a row, a card, first jobs, and room on a server."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core import confusables
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place, User, meet
from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.log.event_store import CHECK_IN, CONTEST
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing.match_terms import check
from storage.engine.handle import Reader, Writer
from storage.rows import ScheduledJob
from storage.tables import contests, outbox, scheduled_jobs
from storage.tables.contests import ContestRow


def jobs(contest_id: str, terms: Terms, now: int) -> Iterator[ScheduledJob]:
    """Its first look, and that people are asked to check in, where they have to."""
    yield ScheduledJob(kind=CONTEST, subject=contest_id, due_at=terms.starts_at or now)
    if terms.check_in and terms.starts_at:
        yield ScheduledJob(kind=CHECK_IN, subject=contest_id, due_at=terms.starts_at - terms.check_in)


MOST_OPEN = 20
"""Contests that a server has open at a time."""


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


async def check_room(r: Reader, guild: int | None) -> None:
    """UserError where a server has enough contests open. The transaction needs `guild:ID` for itself."""
    if len(await contests.open_of(r, guild)) >= MOST_OPEN:
        raise UserError(f"This server has {MOST_OPEN} contests open. Finish one before you make another.")


async def check_names(r: Reader, guild: int | None, *names: str) -> None:
    """UserError where a server doesn't want to read one of these."""
    await confusables.check(r, guild, names)


async def add(w: Writer, app: AppContext, row: ContestRow, terms: Terms) -> None:
    """Write it, with its card, its first look, and its call to check in."""
    await contests.add(w, row)
    await outbox.add(w, [notifications.card(row.id, 0, app.now())])
    for job in jobs(row.id, terms, app.now()):
        await scheduled_jobs.set(w, job)


async def create(app: AppContext, organizer: User, terms: Terms, place: Place) -> ContestRow:
    """A new contest of a server. UserError for terms that can't be."""
    check(terms)
    row = new_row(app, organizer, terms, place)
    async with app.database.write(f"guild:{place.guild}") as w:
        await check_room(w, place.guild)
        await meet(w, organizer, app.now())
        await check_names(w, place.guild, terms.name)
        await add(w, app, row, terms)
    app.wake()
    return row
