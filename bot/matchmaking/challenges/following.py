"""What follows from how a match ended. DP-4, CCC-7, CCC-8."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.time_controls import DAY_SECONDS
from games.core.game import MatchReason, Rematch, Result
from storage.engine.handle import Reader
from storage.rows import Match
from storage.tables import challenges, matches

UNDER_WAY = "This match isn't over yet. Finish it first."


def rematch_after(state: MatchState) -> Rematch:
    """The next match of the same two, as their game wants it; UserError while this one goes on."""
    match = state.match
    if state.is_void:
        # The same once more: who would have begun, for example, may have been hidden.
        return Rematch(match.options)
    act = Result(match.winner, MatchReason(match.reason)) if state.result is None and match.reason else None
    result = state.result or act
    if result is None:
        raise UserError(UNDER_WAY)
    return state.game.rematch(state.game_state, result)


async def parent_of(r: Reader, match: Match) -> int | None:
    """The channel in which a match's thread is; where it was agreed in a thread, the one that has that."""
    origin = await challenges.of_match(r, match.previous_leg or match.id)
    return (origin.parent if origin is not None else None) or match.channel


async def check_rest(app: AppContext, game_key: str, person: int, opponent: int | None) -> None:
    """UserError if a game asks these two for a rest until midnight, in UTC, whichever way they try to begin
    another match of it; an `opponent` of None is the bot. CCC-8."""
    since = app.now() // DAY_SECONDS * DAY_SECONDS
    async with app.database.read() as r:
        drawn = await matches.drawn_since(r, game_key, person, opponent, since)
    opens = since + DAY_SECONDS
    for match_id in drawn:
        rest = rematch_after(await app.match_state(match_id)).rest
        if rest:
            raise UserError(f"{rest} You can play again tomorrow, <t:{opens}:R>; days are UTC.", opens)
