"""Offering a challenge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core import limits
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place, User
from bot.core.terms import OPEN_SECONDS, REMATCH_SECONDS
from bot.outbox import notices
from bot.ratings.eligibility import may_count
from games import GAMES, OptionError
from games.core.options import options_data
from storage import challenges, outbox, people
from storage import deadlines as deadline_rows
from storage.rows import Challenge, Deadline

EXPIRY = "challenge"


def checked_options(game_key: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Complete options of a match as JSON data; Refused names what is not allowed."""
    try:
        return options_data(GAMES[game_key].options(raw))
    except OptionError as error:
        raise UserError(str(error)) from None


async def offer(
    app: AppContext,
    game_key: str,
    challenger: User,
    opponent: User | None,
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
    now, options = app.now(), checked_options(game_key, raw)
    challenge = Challenge(
        id=app.randomness.name(),
        game=game_key,
        options=options,
        pace=pace,
        challenger=challenger.id,
        challenger_seat=seat,
        opponent=opponent.id if opponent else None,
        guild=place.guild,
        channel=place.channel,
        nonce=app.randomness.nonce(),
        interaction_challenger=interaction,
        created_at=now,
        expires_at=now + (OPEN_SECONDS if rematch_of is None else REMATCH_SECONDS),
        rematch_of=rematch_of,
        rated=rated and may_count(GAMES[game_key], options, pace, is_rematch=rematch_of is not None),
    )
    async with app.database.write() as w:
        for person in (challenger, opponent):
            if person is not None:
                await people.upsert(w, person.id, person.name, now=now)
        await limits.check_challenge(w, challenger.id, challenge.opponent, now)
        await challenges.add(w, challenge)
        expiry = Deadline(kind=EXPIRY, subject=challenge.id, due_at=challenge.expires_at)
        await deadline_rows.set(w, expiry)
        await outbox.add(w, notices.challenged(challenge, now))
    app.wake()
    return challenge


def _check_opponent(game_key: str, challenger: User, opponent: User | None, place: Place) -> None:
    if place.guild is None:
        raise UserError(
            f"You can only challenge people on a server. Here you can play the bot with /{game_key} play."
        )
    if opponent is None:
        return
    if opponent.id == challenger.id:
        raise UserError("You can't challenge yourself. Leave out the opponent to invite anyone here.")
    if opponent.is_bot:
        raise UserError(f"Bots don't accept challenges. To play against the computer, use /{game_key} play.")
