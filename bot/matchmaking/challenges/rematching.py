"""Rematches, with what follows from how the first match ended. DP-4, CCC-7, CCC-8."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import Place, User, require_seat
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import bot_matches, challenging, offering
from bot.matchmaking.challenges.offering import UNDER_WAY, rematch_after
from bot.matchmaking.terms import server_rules
from games.core.game import Rematch
from storage.rows import Challenge, Match
from storage.tables import outbox, people

Change = Literal["harder", "easier", "other-side"]
"""What a rematch with the bot may change."""
_SEALED = "This was the first leg. You can ask for a rematch once the second leg is over."


async def again_with_person(
    app: AppContext, match_id: str, person: User, interaction: int, roles: tuple[int, ...] = ()
) -> Challenge | Match:
    """Ask the opponent for a rematch on the same terms, or begin it if they have asked already.

    `roles` are the person's on the match's server. The result is the new challenge, or the match that has
    begun.

    Raises:
        UserError: The match or its second leg isn't over, the two must rest, or the person has asked already.
    """
    state = await _over(app, match_id, person)
    again = await _rematch(app, state)
    match, seat = state.match, require_seat(state, person.id)
    opponent = state.seat_row(1 - seat).person
    if opponent is None:
        raise UserError("You don't have to challenge the bot. Play it with `/play`.", command="play")
    async with app.database.read() as r:
        known = await people.get(r, opponent)
        parent = await offering.parent_of(r, match)
    rival = User(opponent, known.name if known else "your opponent")
    place = Place(match.thread or match.channel or 0, match.guild, parent, roles)
    side = 1 - seat if again.swapped else seat
    terms = _terms(match, again)
    offered = await offering.offer(app, person, rival, side, terms, place, interaction)
    if offered.interaction_challenger == interaction:
        return offered
    return await _answer(app, offered, person, interaction)


async def _answer(app: AppContext, asked: Challenge, person: User, interaction: int) -> Match:
    """Accept the opponent's open request; raise UserError if it's the person's own."""
    if asked.challenger == person.id:
        raise UserError("You've already asked for a rematch. It starts as soon as your opponent accepts.")
    accepted, match = await challenging.accept(app, asked.id, person, interaction, asked.message)
    async with app.database.write() as w:
        await outbox.add(w, [notices.card(accepted, app.now())])
    app.outbox.wake()
    return match


async def again_with_bot(
    app: AppContext,
    match_id: str,
    person: User,
    interaction: int,
    channel: int,
    change: Change | None = None,
) -> Challenge | None:
    """Offer a rematch, to be started in this channel; None against a person.

    Raises:
        UserError: The match isn't over, or it has no such `change`.
    """
    state = await _over(app, match_id, person)
    match, seat = state.match, require_seat(state, person.id)
    level = state.seat_row(1 - seat).level
    if level is None:
        return None
    if change is not None and change not in changes_of(state, seat):
        raise UserError("This isn't offered after that match. Start another with `/play`.", command="play")
    again = await _rematch(app, state)
    side = 1 - seat if again.swapped != (change == "other-side") else seat
    level = next_level(state, seat, change) if change in ("harder", "easier") else level
    place = Place(channel, match.guild)
    terms = await server_rules.fitting(app, _terms(match, again), place)
    return await bot_matches.offer(app, person, level, side, terms, place, interaction)


def changes_of(state: MatchState, seat: int) -> tuple[Change, ...]:
    """Return what a rematch with the bot may change for the person in a seat, the likeliest wish first.

    That's a harder level after a win; after a loss, an easier one, and the opposite seat where people may
    choose theirs.
    """
    match, level = state.match, state.seat_row(1 - seat).level
    if state.is_void or level is None or match.winner is None:
        return ()
    wished: tuple[Change, ...] = ("harder",) if match.winner == seat else ("easier", "other-side")
    return tuple(
        change
        for change in wished
        if (state.game.supports_pvp if change == "other-side" else next_level(state, seat, change) != level)
    )


def next_level(state: MatchState, seat: int, change: Change | None) -> str:
    """Return the game's level beside the opponent's, or the opponent's own at either end of the ladder."""
    level, levels = state.seat_row(1 - seat).level or "", list(state.game.personas)
    if level not in levels:
        return level
    place = levels.index(level) + (1 if change == "harder" else -1)
    return levels[place] if 0 <= place < len(levels) else level


def _terms(match: Match, again: Rematch) -> MatchTerms:
    """Return the match's terms, with what its end has changed."""
    return MatchTerms(match.game, again.options, match.pace, match.rated, match.id)


async def _over(app: AppContext, match_id: str, person: User) -> MatchState:
    state = await app.match_state(match_id)
    require_seat(state, person.id)
    if state.match.reason is None:
        raise UserError(UNDER_WAY)
    if state.sealed:
        raise UserError(_SEALED)
    return state


async def _rematch(app: AppContext, state: MatchState) -> Rematch:
    again, first = rematch_after(state), state.match.previous_leg
    if first is None:
        return again
    # Draw anew: a second leg's options spell out what the first one drew, and by now both know it.
    return msgspec.structs.replace(again, options=(await app.match_state(first)).match.options)
