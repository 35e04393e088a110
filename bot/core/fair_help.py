"""Refusal of help with a position that the person has on the board of a rated match.

This holds for levels and analysts, in games with perfect information: elsewhere a position says nothing
without its secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from games import AnyGame
from storage.tables import matches

NO_HELP = (
    "This position is also on the board of a rated match you're playing, "
    "so there's no help with it until that match has moved on."
)
NO_ANSWER = (
    "That leads to a position on the board of a rated match you're playing, "
    "so play something else here, or wait until that match has moved on."
)


async def check(
    app: AppContext,
    person: int,
    game: AnyGame,
    game_states: Iterable[Any],
    *,
    beside: str | None = None,
    refusal: str = NO_HELP,
) -> None:
    """Raise a UserError with the sentence `refusal` if `is_on_rated_board` is true."""
    if await is_on_rated_board(app, person, game, game_states, beside=beside):
        raise UserError(refusal)


async def check_answer(app: AppContext, after: MatchState, seat: int) -> None:
    """Raise a UserError if an action lets an AI answer a position of the actor's other rated matches."""
    person = after.seat_row(seat).person
    if person is not None and after.bot_to_act() is not None:
        reached, beside = (after.game_state,), after.match.id
        await check(app, person, after.game, reached, beside=beside, refusal=NO_ANSWER)


async def is_on_rated_board(
    app: AppContext, person: int, game: AnyGame, game_states: Iterable[Any], *, beside: str | None = None
) -> bool:
    """Return whether one of these positions is also on the board of a rated match that the person is playing.

    `beside` is the match in which help is wanted, which doesn't count itself.
    """
    if not game.perfect_information:
        return False
    async with app.database.read() as r:
        rated = [id for id in await matches.open_rated(r, person, game.key) if id != beside]
        boards = {_likeness(game, (await app.match_state_in(r, id)).game_state) for id in rated}
    return bool(boards) and any(_likeness(game, game_state) in boards for game_state in game_states)


def _likeness(game: AnyGame, game_state: Any) -> str:
    return game.likeness(game.view(game_state, None))
