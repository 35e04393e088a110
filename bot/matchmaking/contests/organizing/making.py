"""The making of any contest: a row, a card, first jobs, and room on a server."""

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
    """Yield the jobs for a contest's first look and, where there's one, its call to check in."""
    yield ScheduledJob(kind=CONTEST, subject=contest_id, due_at=terms.starts_at or now)
    if terms.check_in and terms.starts_at:
        yield ScheduledJob(kind=CHECK_IN, subject=contest_id, due_at=terms.starts_at - terms.check_in)


MOST_OPEN = 20
"""The most contests that a server has open at a time."""


async def set_jobs(w: Writer, contest_id: str, terms: Terms, now: int) -> None:
    """Schedule a contest's first look and its call to check in, or move them."""
    await scheduled_jobs.clear(w, CHECK_IN, contest_id, now)
    for job in jobs(contest_id, terms, now):
        await scheduled_jobs.set(w, job)


def new_row(app: AppContext, organizer: User, terms: Terms, place: Place) -> ContestRow:
    """Return the row of a new contest."""
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
    """Raise UserError if a server has enough contests open; the transaction needs the lock `guild:ID`."""
    if len(await contests.open_of(r, guild)) >= MOST_OPEN:
        raise UserError(f"This server has {MOST_OPEN} contests open. Finish one before you make another.")


async def check_names(r: Reader, guild: int | None, *names: str) -> None:
    """Raise UserError if a server doesn't want to show one of these names."""
    await confusables.check(r, guild, names)


async def add(w: Writer, app: AppContext, row: ContestRow, terms: Terms) -> None:
    """Write a contest with its card, its first look, and its call to check in."""
    await contests.add(w, row)
    await outbox.add(w, [notifications.card(row.id, 0, app.now())])
    await set_jobs(w, row.id, terms, app.now())


async def create(app: AppContext, organizer: User, terms: Terms, place: Place) -> ContestRow:
    """Make a contest on a server; raise UserError for impossible terms, a refused name, or lack of room."""
    check(terms)
    row = new_row(app, organizer, terms, place)
    async with app.database.write(f"guild:{place.guild}") as w:
        await check_room(w, place.guild)
        await meet(w, organizer, app.now())
        await check_names(w, place.guild, terms.name)
        await add(w, app, row, terms)
    app.wake()
    return row
