"""Who can say that puzzles may be made of a match."""

from __future__ import annotations

from bot.core.match_state import MatchState


def may_agree(state: MatchState, seat: int | None) -> bool:
    """Whether a player can say that puzzles may be made of a match: of one on a server that is over."""
    is_there = state.match.guild is not None and state.game.analyst is not None
    return seat is not None and is_there and state.is_open_to_all
