"""Where there is a button for an analysis."""

from __future__ import annotations

from bot.analysis.rights import may_be_analyzed
from bot.analysis.ui.buttons import Analyze
from bot.core.match_state import MatchState
from bot.ui import items


def on_end(state: MatchState) -> list[items.Tap]:
    """The button of a match that is over; none where it can't be analyzed."""
    return [items.button("Analysis", Analyze(state.match.id))] if may_be_analyzed(state) else []
