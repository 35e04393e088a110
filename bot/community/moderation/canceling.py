"""Cancellation: a moderator ends a match without a result. GEN-6."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState
from bot.core.seats import still_open
from bot.matchmaking.contests.organizing import stakes
from bot.play.matches import ending
from games import MatchReason
from storage.engine.database import Database
from storage.engine.handle import Writer
from storage.tables import guilds, people
from storage.tables.ply import Ending, Ply, commit_ply


async def cancel(app: AppContext, match_id: str, guild: int, moderator: int | None = None) -> MatchState:
    """End a match of this server without a result, and tell both players.

    The caller has checked with Discord that the moderator may moderate. Raises UserError like `cancellable`.
    """
    while True:
        state = await cancellable(app, match_id, guild, moderator)
        logged = _Logging(guild, moderator, f"Canceled {state.title}.")
        try:
            return await ending.end(app, state, Ending(None, MatchReason.CANCELLED.value), None, logged)
        except Stale:
            continue


async def cancellable(app: AppContext, match_id: str, guild: int, moderator: int | None = None) -> MatchState:
    """Return an open match of this server that the moderator may cancel.

    Raises UserError for any other match; of one elsewhere, it doesn't say whether there is such a match.
    """
    try:
        state = await app.match_state(match_id)
    except UserError:
        state = None
    if state is None or state.match.guild != guild:
        raise UserError("There's no such match on this server. Choose one from the list.")
    still_open(state)
    if moderator is not None:
        async with app.database.read() as r:
            await stakes.check_match(r, app, "cancel", state, moderator)
    return state


class _Logging(msgspec.Struct, frozen=True):
    """A writer of plies that adds a line to the server's log in the transaction that ends a match."""

    guild: int
    moderator: int | None
    text: str

    async def __call__(self, database: Database, ply: Ply) -> bool:
        async def log(w: Writer) -> None:
            known = self.moderator is not None and await people.get(w, self.moderator) is not None
            await guilds.add_line(w, self.guild, ply.at, self.moderator if known else None, self.text, None)

        return await commit_ply(database, msgspec.structs.replace(ply, also=(*ply.also, log)))
