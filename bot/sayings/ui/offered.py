"""Where there is a button for the best compliment."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.sayings.rights import may_like
from bot.sayings.ui.buttons import OpenBallot
from bot.ui import items
from games.core.game import Viewer


def on_end(state: MatchState, who: Viewer) -> list[items.Tap]:
    """The button of a match that is over, for the player in a seat or for everybody; none where nothing was
    said to a person."""
    return [items.button("Best compliment", OpenBallot(state.match.id))] if may_like(state, who) else []
