"""What a server's settings say of a contest that's to be made there."""

from __future__ import annotations

import msgspec

from bot.challenges import here
from bot.contests.headers import terms_of
from bot.contests.terms import Terms
from bot.core.app_context import AppContext
from bot.core.beginnings import Beginning
from bot.core.seats import Place
from bot.core.server_settings import settings_of
from bot.servers import allowed


async def as_allowed(app: AppContext, terms: Terms, organizer: int, place: Place) -> Terms:
    """The terms as the server wants them, with complete options; casual where it wants none that count.
    UserError where its settings don't allow such matches."""
    fitting = await here.fitting(app, terms_of(terms), place)
    asked = Beginning(person=organizer, other=None, level=None, place=place, terms=fitting, accepts=True)
    async with app.database.read() as r:
        await allowed.check(r, asked, app.now())
        counts = (await settings_of(r, place.guild)).rated
    return msgspec.structs.replace(terms, options=fitting.options, rated=terms.rated and counts)
