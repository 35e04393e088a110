"""A match against the bot doesn't begin on the board of a rated match that its person is playing."""

from __future__ import annotations

from bot.core import fair_help
from bot.core.app_context import AppContext
from bot.core.match_state import opening
from bot.ratings.eligibility import preset_of
from storage.rows import Match


async def check_start(app: AppContext, match: Match) -> None:
    """Raise a UserError where a match against an AI would begin on a rated board.

    One by a preset begins as all of them do, so its person asks nothing by that."""
    state = opening(match)
    if preset_of(state.game, match.options, is_rematch=True) is None:
        await fair_help.check(app, state.people()[0], state.game, (state.game_state,))
