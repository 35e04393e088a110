"""Matches that end without a result: aborted by a player, cancelled by a moderator. GEN-6."""

from __future__ import annotations

import msgspec

from bot.contests import stakes
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.match_state import MatchState
from bot.core.seats import seated, still_open
from bot.endings.rights import why_no_abort
from bot.matches import ending
from games import MatchReason
from storage import contests, guilds, people
from storage.database import Database
from storage.handle import Writer
from storage.ply import Ending, Ply, commit_ply

OF_A_CONTEST = "This match is part of a contest, so you can't abort it. You can resign."


async def why_not(app: AppContext, state: MatchState, seat: int) -> str | None:
    """Why this seat cannot abort a match; None: it can. In a contest nobody can: there, whoever was to act in
    an aborted match loses it for not showing up."""
    refusal = why_no_abort(state, seat)
    if refusal is not None:
        return refusal
    async with app.database.read() as r:
        return OF_A_CONTEST if await contests.of_match(r, state.match.id) else None


async def abort(app: AppContext, match_id: str, person: int) -> MatchState:
    """Before any person has acted, one who has seen nothing secret ends the match without a result."""
    while True:
        state = await app.match_state(match_id)
        seat = seated(state, person)
        still_open(state)
        refusal = await why_not(app, state, seat)
        if refusal is not None:
            raise UserError(refusal)
        aborted = Ending(None, MatchReason.ABORTED.value)
        try:
            return await ending.end(app, state, aborted, seat, unbriefed=(seat,))
        except Stale:
            continue


async def cancel(app: AppContext, match_id: str, guild: int, moderator: int | None = None) -> MatchState:
    """A moderator of this server ends a match of it without a result; everybody is told.

    Who may moderate is Discord's to say, and has been asked."""
    while True:
        state = await cancellable(app, match_id, guild, moderator)
        logged = _Logging(guild, moderator, f"Canceled {state.title}.")
        try:
            return await ending.end(app, state, Ending(None, MatchReason.CANCELLED.value), None, logged)
        except Stale:
            continue


async def cancellable(app: AppContext, match_id: str, guild: int, moderator: int | None = None) -> MatchState:
    """Return an open match of this server that the moderator may cancel.

    Raises UserError for any other match, without a word on whether there is one."""
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
    """Writes the end of a match together with the line of its server's log that tells of it."""

    guild: int
    moderator: int | None
    text: str

    async def __call__(self, database: Database, ply: Ply) -> bool:
        async def log(w: Writer) -> None:
            known = self.moderator is not None and await people.get(w, self.moderator) is not None
            await guilds.add_line(w, self.guild, ply.at, self.moderator if known else None, self.text, None)

        return await commit_ply(database, msgspec.structs.replace(ply, also=(*ply.also, log)))
