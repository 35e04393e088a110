"""A contest is made: from then on it's announced, entered, and begins when it's time."""

from __future__ import annotations

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
from storage.rows import ScheduledJob

MOST_OPEN = 20
"""Contests that a server has open at a time."""


async def create(app: AppContext, organizer: User, terms: Terms, place: Place) -> ContestRow:
    """A new contest of a server. UserError for terms that can't be."""
    check(terms)
    row = ContestRow(
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
    async with app.database.write(f"guild:{place.guild}") as w:
        if len(await contests.open_of(w, place.guild)) >= MOST_OPEN:
            raise UserError(f"This server has {MOST_OPEN} contests open. Finish one before you make another.")
        await meet(w, organizer, app.now())
        await look_alikes.check(w, place.guild, (terms.name,))
        await contests.add(w, row)
        await outbox.add(w, [telling.card(row, 0, app.now())])
        first = ScheduledJob(kind=CONTEST, subject=row.id, due_at=terms.starts_at or app.now())
        for job in (first, *checking_in.jobs(row.id, terms)):
            await scheduled_jobs.set(w, job)
    app.wake()
    return row
