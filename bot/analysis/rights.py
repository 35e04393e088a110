"""Which matches can be analyzed, and for whom. Of one that runs nothing is ever said."""

from __future__ import annotations

from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import check_visible

_RUNS = "This match isn't over yet. You can analyze it once it is."
_VOID = "This match doesn't count, so nothing hidden is shown, and it can't be analyzed."
_SEALED = "This was the first leg. You can analyze it once the second leg is over."
_NEVER = "I can't analyze {} yet. /replay shows you the match turn by turn."


def may_be_analyzed(state: MatchState) -> bool:
    """Whether everything in a match may be told, and there's somebody who can judge it."""
    return state.is_open_to_all and state.game.analyst is not None


def check(state: MatchState, person: int, guild: int | None) -> None:
    """Unknown for those who did not play and are not on the server where it was played; UserError for a match
    that can't be analyzed, or not yet."""
    check_visible(state, person, guild)
    if not state.is_open_to_all:
        raise UserError(_SEALED if state.sealed else _VOID if state.is_void else _RUNS)
    if state.game.analyst is None:
        raise UserError(_NEVER.format(state.game.title), command="replay")
