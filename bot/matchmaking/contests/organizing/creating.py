"""A contest is made: from then on it's announced, entered, and begins when it's time."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.seats import Place, User, meet
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import making
from bot.matchmaking.contests.organizing.validation import check
from storage.tables.contests import ContestRow


async def create(app: AppContext, organizer: User, terms: Terms, place: Place) -> ContestRow:
    """A new contest of a server. UserError for terms that can't be."""
    check(terms)
    row = making.new_row(app, organizer, terms, place)
    async with app.database.write(f"guild:{place.guild}") as w:
        await making.check_room(w, place.guild)
        await meet(w, organizer, app.now())
        await making.check_names(w, place.guild, terms.name)
        await making.add(w, app, row, terms)
    app.wake()
    return row
