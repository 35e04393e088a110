"""Where there is a button to report what was said."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.moderation.ui.buttons import ReportText
from bot.ui import items


def report_taps(state: MatchState, seat: int) -> list[items.Tap]:
    """The button for the player in a seat, where a person on a server has said something to them."""
    has_spoken = any(step.said and step.seat != seat for step in state.steps)
    may = state.match.guild is not None and has_spoken and not state.is_bot(1 - seat)
    return [items.button("Report", ReportText(state.match.id))] if may else []
