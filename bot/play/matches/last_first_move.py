"""What somebody played before: the first action of their last match of a game."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from storage.tables import histories, matches
from storage.tables.histories import HistoryFilter

_MOST = 10
"""How many matches back it is looked for: some ended before anything was played."""


async def first_action(app: AppContext, person: int, game: str) -> str:
    """The text of the first action of this person's own in their last match of a game that is over."""
    async with app.database.read() as r:
        for past in await histories.page(r, HistoryFilter(person, game), _MOST):
            for action in await matches.actions(r, past.match_id):
                if action.seat == past.seat:
                    return action.text
    raise UserError("You haven't finished a match of this game yet, so there's nothing to take over.")
