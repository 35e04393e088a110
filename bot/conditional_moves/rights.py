"""Who may enter conditional moves."""

from __future__ import annotations

from bot.core.match_state import MatchState


def may_plan(table: MatchState, seat: int) -> bool:
    """Whether a seat has something to foresee: an open game, and a person whose action it waits for."""
    return table.game.perfect_information and table.to_act == (1 - seat,) and not table.is_bot(1 - seat)
