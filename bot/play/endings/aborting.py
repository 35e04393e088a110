"""Matches that end without a result because a player aborts them. GEN-6."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState
from bot.core.seats import require_seat, still_open
from bot.play.dealing.hidden_info import describe_dealt, has_seen
from bot.play.matches import ending
from games import MatchReason
from storage.tables import contests
from storage.tables.ply import Ending


def has_begun(state: MatchState) -> bool:
    """Return whether a person has chosen an action."""
    return any(state.has_chosen(row.seat) for row in state.match.seats if row.person is not None)


def why_no_abort(state: MatchState, seat: int) -> str | None:
    """Return why this seat can't abort the match, or None if it can. GEN-6.

    It doesn't depend on what the opponent has looked at, so it reveals nothing of that.
    """
    if state.match.leg > 1:
        return "This is a second leg: if you leave, you lose it. You can only resign."
    if has_begun(state):
        return "This match has begun, so you can't abort it anymore. You can resign."
    if has_seen(state, seat):
        return f"You've seen {describe_dealt(state, seat)}, so the match counts. You can resign."
    return None


def why_it_counts(state: MatchState, seat: int) -> str:
    """Return why resigning is the only way out, where that isn't obvious; else an empty string."""
    if state.match.leg > 1:
        return "This is a second leg: if you leave, you lose it."
    seen = has_seen(state, seat) and not has_begun(state)
    return f"You've seen {describe_dealt(state, seat)}, so the match counts." if seen else ""


def why_no_offer(state: MatchState, seat: int) -> str | None:
    """Return why this seat can't offer a draw in this match, or None if it can. GEN-6, CVD-33, DP-39."""
    match, game = state.match, state.game
    agreement = game.agreement(game.options(match.options))
    if state.is_bot(1 - seat):
        return "The bot doesn't take draw offers. Play on, or resign."
    if agreement == "never":
        return f"You can't agree to a draw in this kind of {game.title} match. Play on, or resign."
    if agreement == "unrated" and match.rated:
        return f"Too much is hidden to agree to a draw in a rated {game.title} match. Play on, or resign."
    if has_begun(state):
        return None
    if why_no_abort(state, seat) is None:
        return "No one has played yet. You can abort this match instead, with ⋯ or /resign."
    return "No one has played yet. You can offer a draw as soon as someone has."


OF_A_CONTEST = "This match is part of a contest, so you can't abort it. You can resign."


async def why_not(app: AppContext, state: MatchState, seat: int) -> str | None:
    """Return why this seat can't abort a match, contests included, or None if it can.

    In a contest no player can: there, the player who was to act in an aborted match loses it by a no-show.
    """
    refusal = why_no_abort(state, seat)
    if refusal is not None:
        return refusal
    async with app.database.read() as r:
        return OF_A_CONTEST if await contests.of_match(r, state.match.id) else None


async def abort(app: AppContext, match_id: str, person: int) -> MatchState:
    """End a match without a result, for a player who has seen nothing secret, before any person has acted."""
    while True:
        state = await app.match_state(match_id)
        seat = require_seat(state, person)
        still_open(state)
        refusal = await why_not(app, state, seat)
        if refusal is not None:
            raise UserError(refusal)
        aborted = Ending(None, MatchReason.ABORTED.value)
        try:
            return await ending.end(app, state, aborted, seat, unbriefed=(seat,))
        except Stale:
            continue
