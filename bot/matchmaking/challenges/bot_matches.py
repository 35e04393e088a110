"""Matches against the bot until they start: offered on a card, started by a tap on it.

The card carries the bot's commitment, and the seed is made from the number of the tap, which doesn't exist
before the card does. So the bot can't choose its nonce by what would come of it. A start that fails leaves
the offer as it is, with the same nonce. Offers are challenges with a `level`.
"""

from __future__ import annotations

from functools import partial

import msgspec

from bot.core import fair_help, limits, notices
from bot.core.app_context import AppContext
from bot.core.errors import Unknown, UserError
from bot.core.match_state import opening
from bot.core.seats import Place, User, meet
from bot.core.terms import OPEN_SECONDS, MatchTerms, preset_of
from bot.matchmaking.challenges.challenging import (
    adapt_offer,
    bot_match_of,
    check_bot_match,
    check_rest_from_bot,
    ready,
)
from bot.play.matches import starting
from storage.engine.handle import Writer
from storage.rows import Challenge, Match, ScheduledJob
from storage.tables import challenges, matches, outbox, people, scheduled_jobs


async def check_start(app: AppContext, match: Match) -> None:
    """Raise UserError if a match against an AI would begin in a position of the person's rated match.

    A match by a preset may always begin: all of them begin alike, so the AI gives no help by that.
    """
    state = opening(match)
    if preset_of(state.game, match.options, is_rematch=True) is None:
        await fair_help.check(app, state.people()[0], state.game, (state.game_state,))


async def check_person(app: AppContext, offer: Challenge, person: User) -> None:
    """Raise UserError unless the person set the match up."""
    if person.id == offer.challenger:
        return
    async with app.database.read() as r:
        known = await people.get(r, offer.challenger)
    who = known.name if known else "the person who set it up"
    raise UserError(
        f"Only {who} can start this match. Start one of your own with /{offer.game} play.",
        command=f"{offer.game} play",
    )


EXPIRY = "offer"
MOST_UNSTARTED = 5
"""How many offers a person may leave unstarted; one more withdraws the oldest."""
_NOWHERE = Place(0)


async def offer(
    app: AppContext,
    person: User,
    level: str,
    seat: int,
    terms: MatchTerms,
    place: Place,
    interaction: int,
) -> Challenge:
    """Offer a match against a level of the bot, with a card that will are in `place`.

    The nonce is drawn now, before the tap that starts the match. `seat` is the person's. In a `place` on no
    server, the match is private, for this person's eyes alone.

    Raises:
        UserError: The person must rest, the server or a rated match forbids it, or there are too many offers.
    """
    await check_rest_from_bot(app, terms.game, person)
    now = app.now()
    drawn = app.randomness.name(), app.randomness.nonce()
    made = _build_offer(person, level, seat, terms, place, interaction, drawn, now)
    match = bot_match_of(app, made, None, _NOWHERE)
    await check_start(app, match)
    made = msgspec.structs.replace(made, rated=match.rated)
    async with app.database.write(f"person:{person.id}") as w:
        await meet(w, person, now)
        made = await adapt_offer(w, app, made)
        await limits.check_offer(w, person.id, now)
        await _make_room(w, app, person.id)
        await challenges.add(w, made)
        await scheduled_jobs.set(w, ScheduledJob(kind=EXPIRY, subject=made.id, due_at=made.expires_at))
        await outbox.add(w, notices.update_homes(made, now))
    app.wake()
    return made


def _build_offer(
    person: User,
    level: str,
    seat: int,
    terms: MatchTerms,
    place: Place,
    interaction: int,
    drawn: tuple[str, bytes],
    now: int,
) -> Challenge:
    """Return a new offer; `drawn` is its name and its nonce."""
    name, nonce = drawn
    return Challenge(
        id=name,
        game=terms.game,
        options=terms.options,
        pace=terms.pace,
        challenger=person.id,
        challenger_seat=seat,
        guild=place.guild,
        channel=place.channel,
        parent=place.parent,
        nonce=nonce,
        interaction_challenger=interaction,
        created_at=now,
        expires_at=now + OPEN_SECONDS,
        level=level,
        rematch_of=terms.rematch_of,
        rated=terms.rated,
    )


async def find_begun(app: AppContext, offer_id: str, person: int) -> Challenge | None:
    """Return the offer with this name if it's this person's and its match has begun, else None."""
    async with app.database.read() as r:
        found = await challenges.get(r, offer_id)
    return found if found and found.challenger == person and found.match_id and found.level else None


async def begin(
    app: AppContext,
    person: User,
    level: str,
    seat: int,
    terms: MatchTerms,
    channel: int,
    tap: int,
    drawn: tuple[str, bytes],
    *,
    coached: bool = False,
) -> Challenge:
    """Begin a private, casual match by a single tap, unless an earlier tap did, and return its offer.

    `drawn` is its name and its nonce, which are older than the tap. With `coached`, and in the person's first
    match of the game, the bot shows them around.

    Raises:
        UserError: The person must rest, a rated match forbids it, or there are too many offers.
    """
    await check_rest_from_bot(app, terms.game, person)
    now, casual = app.now(), msgspec.structs.replace(terms, rated=False)
    made = _build_offer(person, level, seat, casual, Place(channel), tap, drawn, now)

    async def accept(w: Writer, match: Match) -> bool:
        if await challenges.get(w, made.id) is not None:
            return False
        await meet(w, person, now)
        await limits.check_offer(w, person.id, now)
        await challenges.add(w, made)
        return await _accept(w, match, app=app, offer=made, tap=tap)

    match = bot_match_of(app, made, tap, Place(channel))
    await check_start(app, match)
    coached = coached or await _is_first(app, match)
    await starting.begin(app, msgspec.structs.replace(match, coached=coached), accept)
    return await get(app, made.id)


async def _is_first(app: AppContext, match: Match) -> bool:
    """Return whether a match is the person's first of its game against the bot."""
    (person,) = opening(match).people()
    async with app.database.read() as r:
        return not await matches.has_met_ai(r, person, match.game)


async def _make_room(w: Writer, app: AppContext, person: int) -> None:
    unstarted = [
        challenge for challenge in await challenges.open_of(w, person) if challenge.level is not None
    ]
    for oldest in unstarted[: max(0, len(unstarted) + 1 - MOST_UNSTARTED)]:
        await _close(w, app, oldest, "withdrawn")


async def get(app: AppContext, offer_id: str) -> Challenge:
    """Return an offer in any status; raise Unknown if there is none."""
    async with app.database.read() as r:
        found = await challenges.get(r, offer_id)
    if found is None or found.level is None:
        raise Unknown
    return found


async def start(
    app: AppContext, offer_id: str, person: User, tap: int, card: int | None, here: int | None = None
) -> Challenge:
    """Start an offered match by this tap, unless an earlier one did, and return its offer.

    `card` is the tapped message, and `here` the server on which it was tapped.

    Raises:
        Unknown: The offer doesn't exist, or another person tapped it anywhere but on its server.
        UserError: Another person tapped before the start, the match may not begin, or it never will.
    """
    offer = await get(app, offer_id)
    if person.id != offer.challenger and (here is None or here != offer.guild):
        raise Unknown
    if offer.status == "open":
        await check_person(app, offer, person)
        await check_rest_from_bot(app, offer.game, person)
        async with app.database.read() as r:
            offer, place = await ready(r, offer)
        match = bot_match_of(app, offer, tap, place)
        await check_start(app, match)
        if offer.guild is not None and place.channel == offer.channel:
            match = msgspec.structs.replace(match, board_message=offer.message or card)
        coached = not match.rated and await _is_first(app, match)
        match = msgspec.structs.replace(match, coached=coached)
        await starting.begin(app, match, partial(_accept, app=app, offer=offer, tap=tap))
        offer = await get(app, offer_id)
    if offer.status != "accepted":
        raise UserError(
            f"This match was never started. Start a new one with /{offer.game} play.",
            command=f"{offer.game} play",
        )
    return offer


async def _accept(w: Writer, match: Match, *, app: AppContext, offer: Challenge, tap: int) -> bool:
    """Record an offer's match, and update a card that promised a rated one; return False if it isn't open."""
    status = "accepted"
    await check_bot_match(w, app, offer)
    if not await challenges.set_status(w, offer.id, status, interaction_accepter=tap, match_id=match.id):
        return False
    await scheduled_jobs.clear(w, EXPIRY, offer.id, app.now())
    if match.rated != offer.rated:
        await outbox.add(w, [notices.card(offer, app.now())])
    return True


async def withdraw(app: AppContext, offer: Challenge) -> None:
    """Withdraw an offer whose card can't be seen, so that no tap can start it."""
    await _end(app, offer, "withdrawn")


async def expire(app: AppContext, offer_id: str) -> None:
    """Expire an offer that wasn't started in time, and update its card without pinging anyone."""
    await _end(app, await get(app, offer_id), "expired")


async def _end(app: AppContext, offer: Challenge, status: str) -> None:
    async with app.database.write() as w:
        await _close(w, app, offer, status)
    app.wake()


async def _close(w: Writer, app: AppContext, offer: Challenge, status: str) -> None:
    """End an offer that is still open, and update its card and its person's list."""
    if not await challenges.set_status(w, offer.id, status):
        return
    now = app.now()
    await scheduled_jobs.clear(w, EXPIRY, offer.id, now)
    await outbox.add(w, [notices.card(offer, now), *notices.update_homes(offer, now)])
