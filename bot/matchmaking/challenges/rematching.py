"""The same match once more, with what follows from how the first one ended. DP-4, CCC-7, CCC-8."""

from __future__ import annotations

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import Place, User, seated
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import bot_matches, challenging, offering
from bot.matchmaking.challenges.offering import UNDER_WAY, rematch_after
from bot.matchmaking.terms import server_rules
from games.core.game import Rematch
from storage.rows import Challenge, Match
from storage.tables import outbox, people

_SEALED = "This was the first leg. You can ask for a rematch once the second leg is over."


async def again_with_person(
    app: AppContext, match_id: str, person: User, interaction: int, roles: tuple[int, ...] = ()
) -> Challenge | Match:
    """A challenge to the same person with the same terms, or the match itself when they have asked already;
    UserError while the match runs or must rest. `roles`: the person's on the match's server."""
    state = await _over(app, match_id, person)
    again = await _rematch(app, state)
    match, seat = state.match, seated(state, person.id)
    opponent = state.seat_row(1 - seat).person
    if opponent is None:
        raise UserError("You don't have to challenge the bot.")
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
    """Both want it: the request that waits is accepted."""
    if asked.challenger == person.id:
        raise UserError("You've already asked for a rematch. It starts as soon as your opponent accepts.")
    accepted, match = await challenging.accept(app, asked.id, person, interaction, asked.message)
    async with app.database.write() as w:
        await outbox.add(w, [notices.card(accepted, app.now())])
    app.outbox.wake()
    return match


async def again_with_bot(
    app: AppContext, match_id: str, person: User, interaction: int, channel: int
) -> Challenge | None:
    """An offer of a match against the same level, whose card is to stand in this channel; None when the
    opponent was a person."""
    state = await _over(app, match_id, person)
    match, seat = state.match, seated(state, person.id)
    level = state.seat_row(1 - seat).level
    if level is None:
        return None
    again = await _rematch(app, state)
    side = 1 - seat if again.swapped else seat
    place = Place(channel, match.guild)
    terms = await server_rules.fitting(app, _terms(match, again), place)
    return await bot_matches.offer(app, person, level, side, terms, place, interaction)


def _terms(match: Match, again: Rematch) -> MatchTerms:
    """Those of the match, with what its end has changed."""
    return MatchTerms(match.game, again.options, match.pace, match.rated, match.id)


async def _over(app: AppContext, match_id: str, person: User) -> MatchState:
    state = await app.match_state(match_id)
    seated(state, person.id)
    if state.match.reason is None:
        raise UserError(UNDER_WAY)
    if state.sealed:
        raise UserError(_SEALED)
    return state


async def _rematch(app: AppContext, state: MatchState) -> Rematch:
    again, first = rematch_after(state), state.match.previous_leg
    if first is None:
        return again
    # A second leg names what the first one drew, and by now both know it.
    return msgspec.structs.replace(again, options=(await app.match_state(first)).match.options)
