"""The matches of a server, as its moderators may ask for them."""

from __future__ import annotations

from bot.core import officials
from bot.core.app_context import AppContext
from bot.core.errors import Unknown, UserError
from bot.core.match_state import MatchState
from bot.core.officials import Act
from storage.engine.handle import Reader
from storage.tables import guilds, matches

NO_SUCH = "There's no such match on this server. Choose one from the list."


async def match_here(app: AppContext, match_id: str, guild: int) -> MatchState:
    """Return a match of this server, open or over.

    Raises UserError for any other match, without a word on whether there is one.
    """
    async with app.database.read() as r:
        return await match_here_in(r, app, match_id, guild)


async def find_here(app: AppContext, guild: int, channel: int) -> str:
    """Return the id of the only match under way in a channel or thread, or else of the last one in a thread.

    Raises UserError if there are several, or none.
    """
    async with app.database.read() as r:
        under_way = await guilds.open_matches(r, guild, channel)
        latest = await guilds.latest_in(r, guild, channel)
    if len(under_way) == 1:
        return under_way[0]
    if under_way or latest is None:
        raise UserError(
            "Choose one with the option `match`, or use the command in its thread.", option="match"
        )
    return latest


async def find_played_here(app: AppContext, guild: int, channel: int, person: int) -> str | None:
    """Return the id of the last match in a thread if the person plays in it, else None."""
    async with app.database.read() as r:
        latest = await guilds.latest_in(r, guild, channel)
        return latest if person in await players_of(r, latest) else None


async def match_here_in(r: Reader, app: AppContext, match_id: str, guild: int) -> MatchState:
    """Return a match of this server, as `match_here` does, within a transaction that is under way."""
    try:
        state = await app.match_state_in(r, match_id)
    except Unknown:
        raise UserError(NO_SUCH) from None
    if state.match.guild != guild:
        raise UserError(NO_SUCH)
    return state


def check_not_own(act: Act, state: MatchState, moderator: int) -> None:
    """Raise UserError if the moderator plays in the match."""
    officials.check(act, moderator, state.people())


async def players_of(r: Reader, match_id: str | None) -> frozenset[int | None]:
    """Return the ids of the persons who play in a match; an empty set if there's no match."""
    match = None if match_id is None else await matches.get(r, match_id)
    return frozenset(() if match is None else (row.person for row in match.seats))
