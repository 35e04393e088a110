"""The joint result of a match's two legs. CVD-35."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.match_record import record_of
from bot.core.match_state import MatchState
from games import MatchReason
from games.core.record import replay

_DOES_NOT_COUNT = {MatchReason.ABORTED.value, MatchReason.CANCELLED.value}


async def outcome(app: AppContext, state: MatchState) -> int | str | None:
    """Return which seat of a second leg wins both legs together, “drawn”, or None if there's no such result.

    If exactly one player won as seat 0, that player wins; otherwise the better score as seat 0 decides.
    There's no result if the match is no second leg, continues, or doesn't count.
    """
    match = state.match
    if match.previous_leg is None or match.reason is None or match.reason in _DOES_NOT_COUNT:
        return None
    return find_winner(await app.match_state(match.previous_leg), state)


def find_winner(first: MatchState, second: MatchState) -> int | str:
    """Return the winner of two finished legs that count: a seat of the second leg, or “drawn”."""
    mine, theirs = _achievement(second), _achievement(first)
    if mine == theirs:
        return "drawn"
    return 0 if mine > theirs else 1


async def scores(app: AppContext, state: MatchState) -> tuple[str, str]:
    """Return each player's score as seat 0 in words, in the seat order of this second leg."""
    first = await app.match_state(state.match.previous_leg or "")
    _, mine = _achievement(state)
    _, theirs = _achievement(first)
    return state.game.leg_told(mine), state.game.leg_told(theirs)


def _achievement(state: MatchState) -> tuple[bool, tuple[int, ...]]:
    """Return whether a leg's seat 0 won, and its score."""
    states = list(replay(state.game, record_of(state)))
    return state.match.winner == 0, state.game.leg_score(states)
