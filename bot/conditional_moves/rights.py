"""Who may enter conditional moves."""

from __future__ import annotations

from bot.core.match_state import MatchState


def may_plan(state: MatchState, seat: int) -> bool:
    """Whether a seat has something to foresee: an open game, and a person whose action it waits for."""
    return state.game.perfect_information and state.to_act == (1 - seat,) and not state.is_bot(1 - seat)
