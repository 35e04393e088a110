"""Challenges: offered, accepted, declined, withdrawn, expired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.clocks.pace import DAY_SECONDS
from bot.core import limits
from bot.core.host import Host
from bot.core.refused import Refused
from bot.core.seats import Newcomer, Place, Somebody
from bot.matches.following import after_commit
from bot.matches.starting import add_match, casual_if_enough, make_match
from bot.outbox import notices
from bot.ratings.eligibility import may_count
from games import GAMES, OptionError
from games.core.chance import drawn_sides
from games.core.options import options_data
from games.core.record import BY_LOT, CHOSEN
from storage import challenges, outbox, people
from storage import deadlines as deadline_rows
from storage.handle import Reader
from storage.rows import Challenge, Deadline, Match

EXPIRY = "challenge"
FOR_ANOTHER = "This challenge is for somebody else."
OPEN_DAYS = 7
REMATCH_DAYS = 30
"""A request for a rematch waits for an opponent who is away, and longer than any holiday lasts."""

_CLOSED = {
    "accepted": "This challenge has been accepted already.",
    "declined": "This challenge was declined.",
    "withdrawn": "This challenge was withdrawn.",
    "expired": "This challenge has expired. Make a new one.",
}


def checked_options(game_key: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Complete options of a match as JSON data; Refused names what is not allowed."""
    try:
        return options_data(GAMES[game_key].options(raw))
    except OptionError as error:
        raise Refused(str(error)) from None


async def offer(
    host: Host,
    game_key: str,
    challenger: Somebody,
    opponent: Somebody | None,
    seat: int | None,
    raw: Mapping[str, Any],
    pace: str,
    place: Place,
    interaction: int,
    rematch_of: str | None = None,
    rated: bool = True,
) -> Challenge:
    """A new open challenge; the host's nonce is drawn now, so that its commitment stands on the card."""
    _check_opponent(game_key, challenger, opponent, place)
    now, options = host.now(), checked_options(game_key, raw)
    challenge = Challenge(
        id=host.chance.name(),
        game=game_key,
        options=options,
        pace=pace,
        challenger=challenger.id,
        challenger_seat=seat,
        opponent=opponent.id if opponent else None,
        guild=place.guild,
        channel=place.channel,
        nonce=host.chance.nonce(),
        interaction_challenger=interaction,
        created_at=now,
        expires_at=now + (OPEN_DAYS if rematch_of is None else REMATCH_DAYS) * DAY_SECONDS,
        rematch_of=rematch_of,
        rated=rated and may_count(GAMES[game_key], options, pace, is_rematch=rematch_of is not None),
    )
    async with host.database.write() as w:
        for person in (challenger, opponent):
            if person is not None:
                await people.upsert(w, person.id, person.name, now=now)
        await limits.check_challenge(w, challenger.id, challenge.opponent, now)
        await challenges.add(w, challenge)
        expiry = Deadline(kind=EXPIRY, subject=challenge.id, due_at=challenge.expires_at)
        await deadline_rows.set(w, expiry)
        await outbox.add(w, notices.challenged(challenge, now))
    host.wake()
    return challenge


def _check_opponent(game_key: str, challenger: Somebody, opponent: Somebody | None, place: Place) -> None:
    if place.guild is None:
        raise Refused(
            f"People can be challenged on a server. Here you can play the bot with /{game_key} play."
        )
    if opponent is None:
        return
    if opponent.id == challenger.id:
        raise Refused("You cannot challenge yourself. Leave the opponent out to invite anyone here.")
    if opponent.is_bot:
        raise Refused(f"Bots do not take challenges. To play against the computer, use /{game_key} play.")


async def get(host: Host, challenge_id: str) -> Challenge:
    """The challenge to people in whatever status; Refused when there is none."""
    async with host.database.read() as r:
        challenge = await challenges.get(r, challenge_id)
    if challenge is None or challenge.level is not None:
        raise Refused("This challenge is not known here any more.")
    return challenge


def _still_open(challenge: Challenge) -> None:
    if challenge.status != "open":
        raise Refused(_CLOSED[challenge.status])


async def _too_late(r: Reader, challenge_id: str) -> Refused:
    """Somebody was quicker: what became of the challenge."""
    challenge = await challenges.get(r, challenge_id)
    return Refused(_CLOSED[challenge.status if challenge else "expired"])


async def accept(
    host: Host, challenge_id: str, person: Somebody, interaction: int, card: int | None
) -> tuple[Challenge, Match]:
    """The match begins; Refused for the wrong person or too late."""
    challenge = await get(host, challenge_id)
    _still_open(challenge)
    if person.id == challenge.challenger:
        raise Refused("This is your own challenge. You can withdraw it.")
    if challenge.opponent not in (None, person.id):
        raise Refused(FOR_ANOTHER)
    match = _match_of(host, challenge, person, interaction)
    async with host.database.write() as w:
        match = await casual_if_enough(w, host, match)
        await people.upsert(w, person.id, person.name, now=host.now())
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
        await add_match(w, host, msgspec.structs.replace(match, board_message=card))
        await deadline_rows.clear(w, EXPIRY, challenge.id, host.now())
    await after_commit(host, match.id)
    return await get(host, challenge.id), match


def _match_of(host: Host, challenge: Challenge, accepter: Somebody, interaction: int) -> Match:
    return make_match(
        host,
        host.chance.name(),
        challenge.game,
        challenge.options,
        challenge.pace,
        _seated(challenge, Newcomer(accepter.id, interaction)),
        Place(challenge.channel, challenge.guild),
        challenge.nonce,
        challenge.rated,
        BY_LOT if challenge.challenger_seat is None else CHOSEN,
        is_rematch=challenge.rematch_of is not None,
    )


def _seated(challenge: Challenge, accepter: Newcomer) -> tuple[Newcomer, Newcomer]:
    """Both in their seats; where those are left to chance nonce and interactions decide, as they do dice."""
    mine, seat = challenge.interaction_challenger, challenge.challenger_seat
    if seat is None:
        seat = drawn_sides(challenge.nonce, mine, accepter.interaction or 0).index(mine)
    challenger = Newcomer(challenge.challenger, mine)
    return (challenger, accepter) if seat == 0 else (accepter, challenger)


async def decline(host: Host, challenge_id: str, person: Somebody) -> Challenge:
    """The person who was challenged says no; the challenger is told."""
    challenge = await get(host, challenge_id)
    _still_open(challenge)
    if challenge.opponent is None:
        raise Refused("This challenge is open to anyone: nobody needs to decline it.")
    if person.id != challenge.opponent:
        raise Refused("Only the person who was challenged can decline.")
    text = f"<@{person.id}> has declined your challenge to {GAMES[challenge.game].title}."
    return await _close(host, challenge, "declined", text)


async def withdraw(host: Host, challenge_id: str, person: Somebody) -> Challenge:
    """The challenger takes it back."""
    challenge = await get(host, challenge_id)
    _still_open(challenge)
    if person.id != challenge.challenger:
        raise Refused("Only the challenger can withdraw this.")
    return await _close(host, challenge, "withdrawn", None)


async def unposted(host: Host, challenge_id: str) -> None:
    """Its card could not be shown to anybody: it has expired at once, and counts for no limit."""
    challenge = await get(host, challenge_id)
    if challenge.status == "open":
        await _close(host, challenge, "expired", None)


async def expire(host: Host, challenge_id: str) -> None:
    """Nobody answered in time: the card says so and the challenger is told."""
    challenge = await get(host, challenge_id)
    if challenge.status == "open":
        title = GAMES[challenge.game].title
        await _close(host, challenge, "expired", f"Nobody took your challenge to {title}; it has expired.")


async def _close(host: Host, challenge: Challenge, status: str, told: str | None) -> Challenge:
    now = host.now()
    async with host.database.write() as w:
        if not await challenges.set_status(w, challenge.id, status):
            raise await _too_late(w, challenge.id)
        await deadline_rows.clear(w, EXPIRY, challenge.id, now)
        messages = [*notices.challenged(challenge, now)]
        if status == "expired":
            messages.append(notices.card(challenge, now))
        if told is not None:
            messages.append(notices.note(challenge.challenger, told, f"note:{challenge.id}", now))
        await outbox.add(w, messages)
    host.wake()
    return await get(host, challenge.id)
