"""Where a player of a finished match can say that puzzles may be made of it."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.puzzles.rights import may_agree
from bot.puzzles.ui.buttons import MakePuzzles
from bot.ui import items
from games.core.game import Viewer


def on_end(state: MatchState, who: Viewer) -> list[items.Tap]:
    """The button, for a player alone."""
    return [items.button("Make puzzles", MakePuzzles(state.match.id))] if may_agree(state, who) else []
