"""The match that comes of a challenge, or of an offer of a match against the bot: whether it may begin, and
its header."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.seats import Place, SeatAssignment, User
from bot.core.start_checks import Beginning, check
from bot.core.terms import terms_of
from bot.matchmaking.challenges.following import check_rest, parent_of
from bot.matchmaking.terms.here import casual_here, fitted_now
from bot.play.matches.header import make_match
from games.core.chance import drawn_sides
from games.core.record import BY_LOT, CHOSEN
from games.core.vocabulary.seats import by_seat
from storage.engine.handle import Reader
from storage.rows import Challenge, Match
from storage.tables import matches


async def match_of(app: AppContext, challenge: Challenge, accepter: User, interaction: int) -> Match:
    """Of an accepted challenge; `interaction`: the tap by which it was. UserError if the two must rest."""
    await check_rest(app, challenge.game, accepter.id, challenge.challenger)
    seats = _seated(challenge, SeatAssignment(accepter.id, interaction))
    place = Place(challenge.channel, challenge.guild)
    sides = BY_LOT if challenge.challenger_seat is None else CHOSEN
    name = app.randomness.name()
    match = make_match(app, name, terms_of(challenge), seats, place, challenge.nonce, sides)
    return match if challenge.guild is not None else msgspec.structs.replace(match, channel=None)


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


async def check_accepted(r: Reader, app: AppContext, challenge: Challenge, accepter: User) -> None:
    """UserError where somebody can't accept a challenge."""
    agreed = Beginning(
        person=accepter.id,
        other=challenge.challenger,
        level=None,
        place=Place(challenge.channel, challenge.guild, challenge.parent),
        terms=terms_of(challenge),
        accepts=True,
    )
    await check(r, app.hooks.checks, agreed, app.now())


async def check_bot_match(r: Reader, app: AppContext, offer: Challenge) -> None:
    """UserError where a match against the bot can't be offered, or can't begin."""
    place = await _place(r, offer)
    asked_for = Beginning(
        person=offer.challenger, other=None, level=offer.level, place=place, terms=terms_of(offer)
    )
    await check(r, app.hooks.checks, asked_for, app.now())


async def offered_here(r: Reader, app: AppContext, offer: Challenge) -> Challenge:
    """The offer of a match against the bot as its server wants it; UserError where it doesn't."""
    await check_bot_match(r, app, offer)
    return await casual_here(r, offer)


async def ready(r: Reader, offer: Challenge) -> tuple[Challenge, Place]:
    """The same as its match begins, and where that is played."""
    return await fitted_now(r, offer), await _place(r, offer)


async def _place(r: Reader, offer: Challenge) -> Place:
    """Where the match is played: where the card stands; a rematch where the first match was."""
    before = await matches.get(r, offer.rematch_of) if offer.rematch_of is not None else None
    if before is None:
        return Place(offer.channel, offer.guild, offer.parent)
    return Place(before.channel or 0, before.guild, await parent_of(r, before))
