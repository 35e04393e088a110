"""Offers of challenges, and what a rematch changes."""

from __future__ import annotations

from bot.core import limits, notices
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning, check
from bot.core.match_state import MatchState
from bot.core.seats import Place, User, meet
from bot.core.terms import OPEN_SECONDS, REMATCH_SECONDS, MatchTerms, may_count
from bot.core.time_controls import DAY_SECONDS
from bot.matchmaking.terms import server_rules
from games.core.game import MatchReason, Rematch, Result
from storage.engine.handle import Reader
from storage.rows import Challenge, Match, ScheduledJob
from storage.tables import challenges, matches, outbox, scheduled_jobs

UNDER_WAY = "This match isn't over yet. Finish it first."


def rematch_after(state: MatchState) -> Rematch:
    """Return the two players' next match, as their game wants it; raise UserError before the end."""
    match = state.match
    if state.is_void:
        # Repeat a void match unchanged: who would have begun, for example, may have been hidden.
        return Rematch(match.options)
    act = Result(match.winner, MatchReason(match.reason)) if state.result is None and match.reason else None
    result = state.result or act
    if result is None:
        raise UserError(UNDER_WAY)
    return state.game.rematch(state.game_state, result)


async def parent_of(r: Reader, match: Match) -> int | None:
    """Return the channel of a match's thread, or of the thread in which the match was agreed."""
    origin = await challenges.of_match(r, match.previous_leg or match.id)
    return (origin.parent if origin is not None else None) or match.channel


async def check_rest(app: AppContext, game_key: str, person: int, opponent: int | None) -> None:
    """Raise UserError if a game asks these two to rest until midnight UTC. CCC-8.

    It doesn't matter how they try to begin another match. An `opponent` of None is the bot.
    """
    since = app.now() // DAY_SECONDS * DAY_SECONDS
    async with app.database.read() as r:
        drawn = await matches.list_drawn_since(r, game_key, person, opponent, since)
    opens = since + DAY_SECONDS
    for match_id in drawn:
        rest = rematch_after(await app.match_state(match_id)).rest
        if rest:
            raise UserError(f"{rest} You can play again tomorrow, <t:{opens}:R>; days are UTC.", opens)


async def have_met(app: AppContext, game_key: str, person: int, other: int, place: Place) -> bool:
    """Return whether two people ever began a match of a game on this server.

    Only matches here count, so that the public card reveals nothing about matches elsewhere.
    """
    async with app.database.read() as r:
        return place.guild is not None and await matches.has_met(r, person, other, game_key, place.guild)


EXPIRY = "challenge"


async def offer(
    app: AppContext,
    challenger: User,
    opponent: User | None,
    seat: int | None,
    terms: MatchTerms,
    place: Place,
    interaction: int,
) -> Challenge:
    """Make a challenge, or return the open one if the same rematch has been asked for already.

    The bot's nonce is drawn now, so that its commitment is on the card. Missing options get their
    defaults. `seat` is the challenger's, or None for random sides.

    Raises:
        UserError: The two must rest, the terms or the opponent aren't allowed, or there are too many
            challenges.
    """
    _check_opponent(terms, challenger, opponent, place)
    if opponent is not None:
        await check_rest(app, terms.game, challenger.id, opponent.id)
    now, terms = app.now(), await server_rules.fitting(app, terms, place)
    challenge = Challenge(
        id=app.randomness.name(),
        game=terms.game,
        options=terms.options,
        pace=terms.pace,
        challenger=challenger.id,
        challenger_seat=seat,
        opponent=opponent.id if opponent else None,
        guild=place.guild,
        channel=place.channel,
        parent=place.parent,
        nonce=app.randomness.nonce(),
        interaction_challenger=interaction,
        created_at=now,
        expires_at=now + (REMATCH_SECONDS if terms.is_rematch else OPEN_SECONDS),
        rematch_of=terms.rematch_of,
        rated=terms.rated and may_count(terms),
    )
    async with app.database.write(*_alone(challenge)) as w:
        asked = await challenges.rematch_of(w, terms.rematch_of) if terms.rematch_of else None
        if asked is not None:
            return asked
        for person in (challenger, opponent):
            if person is not None:
                await meet(w, person, now)
        asked_for = Beginning(
            person=challenger.id, other=challenge.opponent, level=None, place=place, terms=terms
        )
        await check(w, app.hooks.checks, asked_for, now)
        await limits.check_challenge(w, challenger.id, challenge.opponent, now)
        challenge = await server_rules.casual_here(w, challenge)
        await challenges.add(w, challenge)
        expiry = ScheduledJob(kind=EXPIRY, subject=challenge.id, due_at=challenge.expires_at)
        await scheduled_jobs.set(w, expiry)
        await outbox.add(w, notices.update_homes(challenge, now))
        if challenge.opponent is not None and challenge.guild is None:
            await outbox.add(w, [notices.rematch(challenge.id, challenge.opponent, now)])
    app.wake()
    return challenge


def _alone(challenge: Challenge) -> tuple[str, ...]:
    """Return the locks that offering needs: the challenger's challenges, and requests for this rematch."""
    again = (f"match:{challenge.rematch_of}",) if challenge.rematch_of else ()
    return (f"person:{challenge.challenger}", *again)


def _check_opponent(terms: MatchTerms, challenger: User, opponent: User | None, place: Place) -> None:
    """Raise UserError if the challenged person is a bot or the challenger, or for DMs.

    Only a rematch can be asked for in DMs, where the two may share no server.
    """
    game_key = terms.game
    if place.guild is None and not terms.is_rematch:
        raise UserError(
            f"You can only challenge people on a server. Here you can play the bot with /{game_key} play.",
            command=f"{game_key} play",
        )
    if opponent is None:
        return
    if opponent.id == challenger.id:
        raise UserError("You can't challenge yourself. Leave out the opponent to invite anyone here.")
    if opponent.is_bot:
        raise UserError(
            f"Bots don't accept challenges. To play the bot, use /{game_key} play.",
            command=f"{game_key} play",
        )
