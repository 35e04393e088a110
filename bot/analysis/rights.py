"""Which matches can be analyzed. Of one that runs nothing is ever said."""

from __future__ import annotations

from bot.core.match_state import MatchState


def may_be_analyzed(state: MatchState) -> bool:
    """Whether everything in a match may be told, and there's somebody who can judge it."""
    return state.is_open_to_all and state.game.analyst is not None
