"""What a server's settings say of a contest that's to be made there."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.free_text import among_strangers
from bot.core.hooks import Beginning
from bot.core.seats import Place
from bot.core.server_settings import settings_of
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing.match_terms import terms_of
from bot.matchmaking.terms import here, server_rules

_TO_ITSELF = "This server's members only play people who are here. An admin can change that in its settings."
_CASUAL = "This challenge is for rated matches, and this server doesn't want any. Ask for a casual one."


async def as_allowed(app: AppContext, terms: Terms, organizer: int, place: Place) -> Terms:
    """The terms as the server wants them, with complete options; casual where it wants none that count.
    UserError where its settings don't allow such matches."""
    fitting = await here.fitting(app, terms_of(terms), place)
    asked = Beginning(person=organizer, other=None, level=None, place=place, terms=fitting, accepts=True)
    async with app.database.read() as r:
        await server_rules.check(r, asked, app.now())
        counts = (await settings_of(r, place.guild)).rated
    return msgspec.structs.replace(terms, options=fitting.options, rated=terms.rated and counts)


async def as_proposed(app: AppContext, terms: Terms, captain: int, place: Place) -> Terms:
    """The same for a match against another server. No server's moderators look after what people of both
    write, so they choose from a list."""
    await _check_open(app, place)
    terms = await as_allowed(app, terms, captain, place)
    return msgspec.structs.replace(terms, kind="teams", options=among_strangers(terms_of(terms)).options)


async def check_agreeing(app: AppContext, terms: Terms, captain: int, place: Place) -> None:
    """UserError where the second server doesn't allow what the first one proposes."""
    await _check_open(app, place)
    if (await as_allowed(app, terms, captain, place)).rated != terms.rated:
        raise UserError(_CASUAL)


async def _check_open(app: AppContext, place: Place) -> None:
    """UserError on a server that keeps to itself, and where there's none."""
    if place.guild is None:
        raise UserError("A team match is between two servers. Use this on one of them.")
    async with app.database.read() as r:
        if (await settings_of(r, place.guild)).lobby == "here":
            raise UserError(_TO_ITSELF)
