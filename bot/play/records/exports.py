"""Records of matches as files: what a person was told of a match, or everything once it's open."""

from __future__ import annotations

from bot.core import match_record
from bot.core.app_context import AppContext
from bot.core.limits import Limits
from bot.core.match_state import MatchState
from bot.play.dealing import hidden_info


async def export(app: AppContext, limits: Limits, state: MatchState, person: int) -> tuple[str, str]:
    """Return the name and the text of a match's record for a person; a player's preview counts as seen then.

    Raises UserError if the person has exported too many within an hour.
    """
    async with limits.act("exports", person):
        seat = state.seat_of(person)
        if seat is not None:
            await hidden_info.look(app, state, seat)
        return match_record.file_of(state, seat)
