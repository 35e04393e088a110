"""On what terms a match is offered and begins where it's asked for: complete, and as its server wants it."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.free_text import fitted
from bot.core.seats import Place
from bot.core.server_settings import settings_of
from bot.core.terms import MatchTerms, terms_of
from games import GAMES, OptionError
from games.core.vocabulary.options import options_data
from storage.engine.handle import Reader
from storage.rows import Challenge


def checked(terms: MatchTerms) -> MatchTerms:
    """The terms with complete options as JSON data; UserError names what is not allowed."""
    try:
        options = options_data(GAMES[terms.game].options(terms.options))
    except OptionError as error:
        raise UserError(str(error)) from None
    return msgspec.structs.replace(terms, options=options)


async def fitting(app: AppContext, terms: MatchTerms, place: Place) -> MatchTerms:
    """The same as the server wants them where a match is asked for."""
    async with app.database.read() as r:
        return checked(await fitted(r, terms, place.guild))


async def fitted_now(r: Reader, offer: Challenge) -> Challenge:
    """The same of what was offered before, as its match begins."""
    terms = await fitted(r, terms_of(offer), offer.guild, asked_now=False)
    return msgspec.structs.replace(offer, options=terms.options)


async def casual_here(r: Reader, offer: Challenge) -> Challenge:
    """An offer, casual on a server that wants no rated matches."""
    counts = (await settings_of(r, offer.guild)).rated
    return msgspec.structs.replace(offer, rated=offer.rated and counts)
