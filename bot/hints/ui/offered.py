"""Where there is a button for a hint."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.hints.rights import may_ask
from bot.hints.ui.buttons import AskForHint
from bot.ui import items


def on_turn(state: MatchState, seat: int) -> list[items.Tap]:
    """The button of whoever is to act; none where there are no hints."""
    may = may_ask(state, state.seat_row(seat).person)
    return [items.button("Hint", AskForHint(state.match.id))] if may else []
