"""What a seat may do to end a match before its time, and why it may not. GEN-6."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.matches.dealt import dealt, has_seen


def has_begun(state: MatchState) -> bool:
    """Whether a person has acted."""
    return any(not state.is_bot(step.seat) for step in state.steps)


def why_no_abort(state: MatchState, seat: int) -> str | None:
    """Why this seat cannot end the match without a result; None: it can. GEN-6.

    What the other side has looked at does not matter, so nothing here tells of it."""
    if state.match.leg > 1:
        return "This is a second leg, and leaving it loses it. You can resign it."
    if has_begun(state):
        return "This match has begun, so it cannot be aborted any more. You can resign it."
    if has_seen(state, seat):
        return f"You have seen {dealt(state, seat)}, so the match counts. You can resign it."
    return None


def why_it_counts(state: MatchState, seat: int) -> str:
    """Why there is no milder way out than resigning, where that is not plain to see."""
    if state.match.leg > 1:
        return "It is a second leg, and leaving it loses it."
    seen = has_seen(state, seat) and not has_begun(state)
    return f"You have seen {dealt(state, seat)}, so the match counts." if seen else ""


def why_no_offer(state: MatchState, seat: int) -> str | None:
    """Why this seat cannot offer a draw in this match; None: it can. GEN-6, CVD-33, DP-39."""
    match, game = state.match, state.game
    agreement = game.agreement(game.options(match.options))
    if state.is_bot(1 - seat):
        return "The bot does not bargain. Play on, or resign."
    if agreement == "never":
        return f"Nobody can agree on a draw in this kind of {game.title}. Play on, or resign."
    if agreement == "unrated" and match.rated:
        return f"In a rated match of {game.title} too much is hidden to agree on a draw. Play on, or resign."
    if has_begun(state):
        return None
    if why_no_abort(state, seat) is None:
        return "Nobody has played yet: you can abort this match instead, with ⋯ or the resign command."
    return "Nobody has played yet. A draw can be offered as soon as somebody has."
