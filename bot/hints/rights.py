"""Who may ask for a hint."""

from __future__ import annotations

from bot.core.match_state import MatchState


def may_ask(state: MatchState, person: int | None) -> bool:
    """Whether there is a hint for this person now: in a casual match, when they are to act."""
    return person is not None and not state.match.rated and state.seat_of(person) in state.to_act
