"""What keeps a match against the bot from beginning: it's someone else's, or a rated board is asked about."""

from __future__ import annotations

from bot.core import fair_help
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import opening
from bot.core.seats import User
from bot.core.terms import preset_of
from storage.rows import Challenge, Match
from storage.tables import people


async def check_start(app: AppContext, match: Match) -> None:
    """Raise a UserError where a match against an AI would begin on a rated board.

    One by a preset begins as all of them do, so its person asks nothing by that."""
    state = opening(match)
    if preset_of(state.game, match.options, is_rematch=True) is None:
        await fair_help.check(app, state.people()[0], state.game, (state.game_state,))


async def check_person(app: AppContext, offer: Challenge, person: User) -> None:
    """Raise a UserError for anybody but the person who set the match up."""
    if person.id == offer.challenger:
        return
    async with app.database.read() as r:
        known = await people.get(r, offer.challenger)
    who = known.name if known else "the person who set it up"
    raise UserError(
        f"Only {who} can start this match. Start one of your own with /{offer.game} play.",
        command=f"{offer.game} play",
    )
