"""Challenges after they're made: accepted, declined, withdrawn, expired; and matches made of offers."""

from __future__ import annotations

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning, check
from bot.core.seats import Place, SeatAssignment, User, meet
from bot.core.terms import terms_of
from bot.matchmaking.challenges.offering import EXPIRY, check_rest, parent_of
from bot.matchmaking.terms.server_rules import casual_here, fit_offer
from bot.play.matches.follow_up import after_commit
from bot.play.matches.starting import add_match, alone, make_match
from games import GAMES
from games.core.chance import draw_sides
from games.core.record import BY_LOT, CHOSEN
from games.core.vocabulary.seats import by_seat
from storage.engine.handle import Reader, Writer
from storage.rows import Challenge, Match
from storage.tables import challenges, matches, outbox, scheduled_jobs


async def match_of(
    app: AppContext, challenge: Challenge, accepter: User, interaction: int, place: Place
) -> Match:
    """Return the match of an accepted challenge in a place; raise UserError if the two must rest.

    `interaction` is the number of the tap that accepts it, from which the seed is made.
    """
    await check_rest(app, challenge.game, accepter.id, challenge.challenger)
    seats = _assign_seats(challenge, SeatAssignment(accepter.id, interaction))
    sides = BY_LOT if challenge.challenger_seat is None else CHOSEN
    name = app.randomness.name()
    match = make_match(app, name, terms_of(challenge), seats, place, challenge.nonce, sides)
    return match if challenge.guild is not None else msgspec.structs.replace(match, channel=None)


def _assign_seats(challenge: Challenge, accepter: SeatAssignment) -> tuple[SeatAssignment, SeatAssignment]:
    """Return both players in their seats; random sides follow from nonce and interactions, as dice do."""
    mine, seat = challenge.interaction_challenger, challenge.challenger_seat
    if seat is None:
        seat = draw_sides(challenge.nonce, mine, accepter.interaction or 0).index(mine)
    return by_seat(seat, SeatAssignment(challenge.challenger, mine), accepter)


async def check_rest_from_bot(app: AppContext, game_key: str, person: User) -> None:
    """Raise UserError if a person must rest from playing the bot."""
    await check_rest(app, game_key, person.id, None)


def bot_match_of(app: AppContext, offer: Challenge, tap: int | None, place: Place) -> Match:
    """Return the match of an offer started by a tap. It has the offer's id, so there is one at most."""
    me, bot = SeatAssignment(offer.challenger, tap), SeatAssignment(level=offer.level)
    seats = by_seat(offer.challenger_seat or 0, me, bot)
    return make_match(app, offer.id, terms_of(offer), seats, place, offer.nonce)


async def check_accepted(r: Reader, app: AppContext, challenge: Challenge, accepter: User) -> None:
    """Raise UserError if a person may not accept a challenge."""
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
    """Raise UserError if a match against the bot may not be offered, or may not begin."""
    place = await _place(r, offer)
    asked_for = Beginning(
        person=offer.challenger, other=None, level=offer.level, place=place, terms=terms_of(offer)
    )
    await check(r, app.hooks.checks, asked_for, app.now())


async def adapt_offer(r: Reader, app: AppContext, offer: Challenge) -> Challenge:
    """Return an offer, casual if its server wants no rated ones; raise UserError if it's not allowed."""
    await check_bot_match(r, app, offer)
    return await casual_here(r, offer)


async def ready(r: Reader, offer: Challenge) -> tuple[Challenge, Place]:
    """Return an offer with options that fit its server now, and the place where its match is played."""
    return await fit_offer(r, offer), await _place(r, offer)


async def _place(r: Reader, offer: Challenge) -> Place:
    """Return where an offer's match is played: at the card, or for a rematch where the first match was."""
    before = await matches.get(r, offer.rematch_of) if offer.rematch_of is not None else None
    if before is None:
        return Place(offer.channel, offer.guild, offer.parent)
    return Place(before.channel or 0, before.guild, await parent_of(r, before))


FOR_ANOTHER = "This challenge is for someone else."

_CLOSED = {
    "accepted": "This challenge has already been accepted.",
    "declined": "This challenge was declined.",
    "withdrawn": "This challenge was withdrawn.",
    "expired": "This challenge has expired. Make a new one.",
}


async def get(app: AppContext, challenge_id: str) -> Challenge:
    """Return a challenge to people in any status; raise UserError if there is none."""
    async with app.database.read() as r:
        challenge = await challenges.get(r, challenge_id)
    if challenge is None or challenge.level is not None:
        raise UserError("This challenge no longer exists.")
    return challenge


def _still_open(challenge: Challenge) -> None:
    if challenge.status != "open":
        raise UserError(_CLOSED[challenge.status])


async def _too_late(r: Reader, challenge_id: str) -> UserError:
    """Return the error for a challenge that was closed meanwhile, which says how."""
    challenge = await challenges.get(r, challenge_id)
    return UserError(_CLOSED[challenge.status if challenge else "expired"])


async def decline(app: AppContext, challenge_id: str, person: User) -> Challenge:
    """Decline a challenge for the person who was challenged, and tell the challenger.

    Raises:
        UserError: The person wasn't challenged by name, or the challenge isn't open.
    """
    challenge = await get(app, challenge_id)
    _still_open(challenge)
    if challenge.opponent is None:
        raise UserError("This challenge is open to anyone, so you don't have to decline it.")
    if person.id != challenge.opponent:
        raise UserError("Only the person who was challenged can decline.")
    return await _close(app, challenge, "declined", _no(challenge, person))


def _no(challenge: Challenge, person: User) -> str:
    return f"<@{person.id}> declined your {GAMES[challenge.game].title} challenge."


async def withdraw(app: AppContext, challenge_id: str, person: User) -> Challenge:
    """Withdraw a challenge for its challenger; raise UserError for others, or if it isn't open."""
    challenge = await get(app, challenge_id)
    _still_open(challenge)
    if person.id != challenge.challenger:
        raise UserError("Only the challenger can withdraw this.")
    return await _close(app, challenge, "withdrawn", None)


async def expire_unposted(app: AppContext, challenge_id: str) -> None:
    """Expire a challenge whose card couldn't be shown, at once, so that it counts for no limit."""
    challenge = await get(app, challenge_id)
    if challenge.status == "open":
        await _close(app, challenge, "expired", None)


async def expire(app: AppContext, challenge_id: str) -> None:
    """Expire a challenge that wasn't answered in time, update its card and tell the challenger."""
    challenge = await get(app, challenge_id)
    if challenge.status == "open":
        to = "" if challenge.opponent is None else f" to <@{challenge.opponent}>"
        title = GAMES[challenge.game].title
        text = f"Your {title} challenge{to} has expired: no one accepted it in time."
        await _close(app, challenge, "expired", text)


async def _close(app: AppContext, challenge: Challenge, status: str, told: str | None) -> Challenge:
    async with app.database.write() as w:
        if not await _close_in(w, app, challenge, status, told):
            raise await _too_late(w, challenge.id)
        if status == "expired":
            await outbox.add(w, [notices.card(challenge, app.now())])
    app.wake()
    return await get(app, challenge.id)


async def _close_in(w: Writer, app: AppContext, challenge: Challenge, status: str, told: str | None) -> bool:
    """Close a challenge in the caller's transaction; return False if it isn't open anymore."""
    if not await challenges.set_status(w, challenge.id, status):
        return False
    now = app.now()
    await scheduled_jobs.clear(w, EXPIRY, challenge.id, now)
    messages = [*notices.update_homes(challenge, now)]
    if told is not None:
        topic = "expiry" if status == "expired" else None
        messages.append(notices.note(challenge.challenger, told, f"note:{challenge.id}", now, topic))
    await outbox.add(w, messages)
    return True


async def end_between(w: Writer, app: AppContext, person: User, other: int) -> None:
    """Close the open challenges between two people by name: withdraw the person's own, decline the other's.

    Everything follows as if done by hand. The transaction must hold the locks on both people.
    """
    for challenge in await challenges.open_of(w, person.id):
        if challenge.level is not None or {challenge.challenger, challenge.opponent} != {person.id, other}:
            continue
        if challenge.challenger == person.id:
            await _close_in(w, app, challenge, "withdrawn", None)
        else:
            await _close_in(w, app, challenge, "declined", _no(challenge, person))
        await outbox.add(w, [notices.card(challenge, app.now())])


async def accept(
    app: AppContext, challenge_id: str, person: User, interaction: int, card: int | None
) -> tuple[Challenge, Match]:
    """Accept a challenge and begin its match.

    `interaction` is the number of the tap, and `card` the id of the message with the card, if there is one.

    Raises:
        UserError: The challenge isn't open or is for another person, or the two may not play now.
    """
    challenge = await get(app, challenge_id)
    _still_open(challenge)
    if person.id == challenge.challenger:
        raise UserError("This is your own challenge. You can withdraw it.")
    if challenge.opponent not in (None, person.id):
        raise UserError(FOR_ANOTHER)
    async with app.database.read() as r:
        challenge, place = await ready(r, challenge)
    match = await match_of(app, challenge, person, interaction, place)
    # A thread can't start on a card in another thread, such as that of the match before a rematch.
    board = card if place.channel == challenge.channel else None
    async with app.database.write(*alone(match)) as w:
        await meet(w, person, app.now())
        await check_accepted(w, app, challenge, person)
        accepted = await challenges.set_status(
            w,
            challenge.id,
            "accepted",
            opponent=person.id,
            interaction_accepter=interaction,
            match_id=match.id,
        )
        if not accepted:
            raise await _too_late(w, challenge.id)
        match = await add_match(w, app, msgspec.structs.replace(match, board_message=board), person.id)
        await scheduled_jobs.clear(w, EXPIRY, challenge.id, app.now())
    await after_commit(app, match.id)
    return await get(app, challenge.id), match
