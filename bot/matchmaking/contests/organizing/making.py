"""What all contests have when they're made: a row, a card, first jobs, and room on a server."""

from __future__ import annotations

import msgspec

from bot.core import confusables
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place, User
from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import first_look
from storage.engine.handle import Reader, Writer
from storage.tables import contests, outbox, scheduled_jobs
from storage.tables.contests import ContestRow

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
    for job in first_look.jobs(row.id, terms, app.now()):
        await scheduled_jobs.set(w, job)
