"""The match that comes of an accepted challenge."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.seats import Place, SeatAssignment, User
from bot.matches.header import make_match
from games.core.chance import drawn_sides
from games.core.record import BY_LOT, CHOSEN
from storage.rows import Challenge, Match


def match_of(app: AppContext, challenge: Challenge, accepter: User, interaction: int) -> Match:
    """Its header; `interaction`: the tap by which it was accepted."""
    return make_match(
        app,
        app.randomness.name(),
        challenge.game,
        challenge.options,
        challenge.pace,
        _seated(challenge, SeatAssignment(accepter.id, interaction)),
        Place(challenge.channel, challenge.guild),
        challenge.nonce,
        challenge.rated,
        BY_LOT if challenge.challenger_seat is None else CHOSEN,
        is_rematch=challenge.rematch_of is not None,
    )


def _seated(challenge: Challenge, accepter: SeatAssignment) -> tuple[SeatAssignment, SeatAssignment]:
    """Both in their seats; where those are left to chance nonce and interactions decide, as they do dice."""
    mine, seat = challenge.interaction_challenger, challenge.challenger_seat
    if seat is None:
        seat = drawn_sides(challenge.nonce, mine, accepter.interaction or 0).index(mine)
    challenger = SeatAssignment(challenge.challenger, mine)
    return (challenger, accepter) if seat == 0 else (accepter, challenger)
