"""The record of a match as a file. While the match runs it holds only what its reader may know."""

from __future__ import annotations

from bot.core.errors import UserError
from bot.core.match_record import record_of
from bot.core.match_state import MatchState
from games.core.game import Viewer
from games.core.record import with_drawn, write_record


def file_of(state: MatchState, who: Viewer) -> tuple[str, str]:
    """File name and text: the whole record after the end; before it, and where the match does not count, what
    this viewer was told. UserError while a second leg is played, whose dice follow from this one's secret."""
    if state.sealed:
        raise UserError("This was the first leg. You can export its record once the second leg is over.")
    name = f"{state.match.game}-{state.match.id}.txt"
    return name, write_record(with_drawn(state.game, record_of(state))) if state.is_open_to_all else _so_far(
        state, who
    )


def _so_far(state: MatchState, who: Viewer) -> str:
    """Numbered by what this viewer was told: how often somebody acted unseen is a secret."""
    known = [" ".join(step.told[who]) for step in state.steps if step.told[who]]
    heading = f"{state.game.title}, as you know it so far"
    return "\n".join((heading, "", *(f"{number}. {line}" for number, line in enumerate(known, 1)))) + "\n"
