"""The header of a new match."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.rating_eligibility import may_count
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from games import GAMES
from games.core.chance import fair_seed
from games.core.record import CHOSEN
from games.core.vocabulary.options import options_data
from storage.rows import Match, Seat


def make_match(
    app: AppContext,
    match_id: str,
    terms: MatchTerms,
    seats: tuple[SeatAssignment, SeatAssignment],
    place: Place,
    nonce: bytes,
    sides: str = CHOSEN,
) -> Match:
    """The header of a new match, its seed made fairly from the nonce and both interactions; rated where it
    may be. Options that are left out are the usual ones."""
    game = GAMES[terms.game]
    options = game.options(terms.options)
    complete = msgspec.structs.replace(terms, options=options_data(options))
    seed = fair_seed(nonce, seats[0].interaction, seats[1].interaction)
    rows = tuple(
        Seat(seat=n, person=s.person, level=s.level, interaction=s.interaction) for n, s in enumerate(seats)
    )
    return Match(
        id=match_id,
        game=terms.game,
        ruleset=game.ruleset_of(options),
        options=complete.options,
        seed=seed,
        nonce=nonce,
        pace=terms.pace,
        guild=place.guild,
        channel=place.channel,
        created_at=app.now(),
        rated=terms.rated and may_count(complete, (seats[0].level, seats[1].level)),
        sides=sides,
        seats=rows,
    )
