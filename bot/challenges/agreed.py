"""The header of the match that comes of a challenge, or of an offer of a match against the bot."""

from __future__ import annotations

from bot.challenges.following import check_rest
from bot.core.app_context import AppContext
from bot.core.seats import Place, SeatAssignment, User
from bot.core.terms import terms_of
from bot.matches.header import make_match
from games.core.chance import drawn_sides
from games.core.record import BY_LOT, CHOSEN
from games.core.seats import by_seat
from storage.rows import Challenge, Match


async def match_of(app: AppContext, challenge: Challenge, accepter: User, interaction: int) -> Match:
    """Of an accepted challenge; `interaction`: the tap by which it was. UserError if the two must rest."""
    await check_rest(app, challenge.game, accepter.id, challenge.challenger)
    seats = _seated(challenge, SeatAssignment(accepter.id, interaction))
    place = Place(challenge.channel, challenge.guild)
    sides = BY_LOT if challenge.challenger_seat is None else CHOSEN
    return make_match(app, app.randomness.name(), terms_of(challenge), seats, place, challenge.nonce, sides)


def _seated(challenge: Challenge, accepter: SeatAssignment) -> tuple[SeatAssignment, SeatAssignment]:
    """Both in their seats; where those are left to chance nonce and interactions decide, as they do dice."""
    mine, seat = challenge.interaction_challenger, challenge.challenger_seat
    if seat is None:
        seat = drawn_sides(challenge.nonce, mine, accepter.interaction or 0).index(mine)
    return by_seat(seat, SeatAssignment(challenge.challenger, mine), accepter)


async def check_rest_from_bot(app: AppContext, game_key: str, person: User) -> None:
    """UserError if a person must rest from playing the bot."""
    await check_rest(app, game_key, person.id, None)


def bot_match_of(app: AppContext, offer: Challenge, tap: int | None, place: Place) -> Match:
    """Of an offer that is started by this tap; it has the offer's id, so there is one at most."""
    me, bot = SeatAssignment(offer.challenger, tap), SeatAssignment(level=offer.level)
    seats = by_seat(offer.challenger_seat or 0, me, bot)
    return make_match(app, offer.id, terms_of(offer), seats, place, offer.nonce)
