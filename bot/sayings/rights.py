"""Who may choose the best of what was said in a match."""

from __future__ import annotations

from bot.core.match_state import MatchState
from games.core.game import Viewer


def may_like(state: MatchState, who: Viewer) -> bool:
    """Whether a seat, or for the public any person, may give a heart in this match."""
    return state.is_open_to_all and any(
        step.said and step.seat != who and not state.is_bot(1 - step.seat) for step in state.steps
    )
