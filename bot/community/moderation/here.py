"""The matches of a server, as its moderators may ask for them."""

from __future__ import annotations

from bot.core import officials
from bot.core.app_context import AppContext
from bot.core.errors import Unknown, UserError
from bot.core.match_state import MatchState
from bot.core.officials import Act
from storage.engine.handle import Reader
from storage.tables import matches

NO_SUCH = "There's no such match on this server. Choose one from the list."


async def match_here(app: AppContext, match_id: str, guild: int) -> MatchState:
    """A match of this server, over or not; UserError for any other, and not even whether there is one is
    said."""
    async with app.database.read() as r:
        return await match_here_in(r, app, match_id, guild)


async def match_here_in(r: Reader, app: AppContext, match_id: str, guild: int) -> MatchState:
    """The same within a reading or writing that is under way."""
    try:
        state = await app.match_state_in(r, match_id)
    except Unknown:
        raise UserError(NO_SUCH) from None
    if state.match.guild != guild:
        raise UserError(NO_SUCH)
    return state


def check_not_own(act: Act, state: MatchState, moderator: int) -> None:
    """Raise UserError for a moderator who plays in a match."""
    officials.check(act, moderator, state.people())


async def players_of(r: Reader, match_id: str | None) -> frozenset[int | None]:
    """Return the persons who play in a match; no one where there's none."""
    match = None if match_id is None else await matches.get(r, match_id)
    return frozenset(() if match is None else (row.person for row in match.seats))
