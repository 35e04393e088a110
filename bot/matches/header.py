"""The header of a new match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.app_context import AppContext
from bot.core.seats import Place, SeatAssignment
from bot.ratings.eligibility import may_count
from games import GAMES
from games.core.chance import fair_seed
from games.core.options import options_data
from games.core.record import CHOSEN
from storage.rows import Match, Seat


def make_match(
    app: AppContext,
    match_id: str,
    game_key: str,
    raw_options: Mapping[str, Any],
    pace: str,
    seats: tuple[SeatAssignment, SeatAssignment],
    place: Place,
    nonce: bytes,
    rated: bool = True,
    sides: str = CHOSEN,
    *,
    is_rematch: bool = False,
) -> Match:
    """The header of a new match, its seed made fairly from the nonce and both interactions; rated where it
    may be."""
    game = GAMES[game_key]
    options = game.options(raw_options)
    seed = fair_seed(nonce, seats[0].interaction, seats[1].interaction)
    levels = seats[0].level, seats[1].level
    rated = rated and may_count(game, options_data(options), pace, levels, is_rematch=is_rematch)
    rows = tuple(
        Seat(seat=n, person=s.person, level=s.level, interaction=s.interaction) for n, s in enumerate(seats)
    )
    return Match(
        id=match_id,
        game=game_key,
        ruleset=game.ruleset_of(options),
        options=options_data(options),
        seed=seed,
        nonce=nonce,
        pace=pace,
        guild=place.guild,
        channel=place.channel,
        created_at=app.now(),
        rated=rated,
        sides=sides,
        seats=rows,
    )
