"""What a seat may do to end a match before its time, and why it may not. GEN-6."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.play.dealing.hidden_info import dealt, has_seen


def has_begun(state: MatchState) -> bool:
    """Whether a person has chosen an action."""
    return any(state.choices_by(row.seat) for row in state.match.seats if row.person is not None)


def why_no_abort(state: MatchState, seat: int) -> str | None:
    """Why this seat cannot end the match without a result; None: it can. GEN-6.

    What the other side has looked at does not matter, so nothing here tells of it."""
    if state.match.leg > 1:
        return "This is a second leg: if you leave, you lose it. You can only resign."
    if has_begun(state):
        return "This match has begun, so you can't abort it anymore. You can resign."
    if has_seen(state, seat):
        return f"You've seen {dealt(state, seat)}, so the match counts. You can resign."
    return None


def why_it_counts(state: MatchState, seat: int) -> str:
    """Why there is no milder way out than resigning, where that is not plain to see."""
    if state.match.leg > 1:
        return "This is a second leg: if you leave, you lose it."
    seen = has_seen(state, seat) and not has_begun(state)
    return f"You've seen {dealt(state, seat)}, so the match counts." if seen else ""


def why_no_offer(state: MatchState, seat: int) -> str | None:
    """Why this seat cannot offer a draw in this match; None: it can. GEN-6, CVD-33, DP-39."""
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
