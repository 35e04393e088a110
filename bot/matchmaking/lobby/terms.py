"""On what terms two who look for the same play."""

from __future__ import annotations

import msgspec

from bot.core.free_text import among_strangers, fitted
from bot.core.rating_eligibility import may_count
from bot.core.terms import MatchTerms
from bot.matchmaking.terms.search_request import Wanted, terms_of
from games import GAMES
from games.core.vocabulary.options import options_data
from storage.engine.handle import Reader
from storage.tables.seeks import Seek


async def terms_on(r: Reader, wanted: Wanted | Seek, guild: int | None) -> MatchTerms:
    """Complete terms, as a server wants them; on none, as two who share no server play."""
    terms = terms_of(wanted)
    terms = among_strangers(terms) if guild is None else await fitted(r, terms, guild)
    options = options_data(GAMES[terms.game].options(terms.options))
    complete = msgspec.structs.replace(terms, options=options)
    return msgspec.structs.replace(complete, rated=terms.rated and may_count(complete))
