"""Boards of a game: who stands where, here, everywhere, this month, and against the bot."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

import msgspec

from bot.core import person_settings
from bot.core.app_context import AppContext
from bot.core.seats import User, meet
from bot.play.ratings.ratings import BOTS, PEOPLE
from games.core.game import AnyGame
from storage.engine.handle import Reader
from storage.tables import gains, ratings
from storage.tables.ratings import Board, Rank, Rating

Which = Literal["here", "everywhere", "month", "bots"]


ON_A_PAGE = 10


class BoardLine(msgspec.Struct, frozen=True):
    """One place of a board. `name`: None for somebody who hides it from the reader; `gain`: points since the
    board's moment, None where it has none; `username`: what stands for a name that can't be drawn."""

    place: int
    name: str | None
    rating: Rating
    gain: float | None = None
    username: str | None = None


class BoardPage(msgspec.Struct, frozen=True):
    """A page of a board: `number` of `pages`, both from a board of `count` lines; `mine`: the reader's own
    line, wherever it stands, None when the board does not list them."""

    which: Which
    offered: tuple[Which, ...]
    board: Board
    number: int
    pages: int
    count: int
    lines: tuple[BoardLine, ...]
    mine: BoardLine | None


def boards_of(game: AnyGame, guild: int | None) -> tuple[Which, ...]:
    """The boards that a reader in this server (None: in private) can look at, the usual one first."""
    if not game.supports_pvp:
        return ("bots",)
    return ("here", "everywhere", "month", "bots") if guild is not None else ("everywhere", "month", "bots")


def month_began(now: int) -> int:
    """The first moment of the month, in UTC."""
    day = datetime.fromtimestamp(now, UTC)
    return int(datetime(day.year, day.month, 1, tzinfo=UTC).timestamp())


def board_of(game: AnyGame, which: Which, guild: int | None, now: int) -> Board:
    """What a board lists."""
    return Board(
        game.key,
        BOTS if which == "bots" else PEOPLE,
        guild if which == "here" else None,
        month_began(now) if which == "month" else None,
    )


async def page_of(
    app: AppContext, game: AnyGame, which: str, number: int, guild: int | None, reader: int
) -> BoardPage:
    """A page of a board, or the nearest one there is; the usual board where this one is not offered."""
    offered = boards_of(game, guild)
    chosen = next((one for one in offered if one == which), offered[0])
    board = board_of(game, chosen, guild, app.now())
    async with app.database.read() as r:
        count = await ratings.count(r, board)
        pages = max(1, -(-count // ON_A_PAGE))
        number = max(0, min(number, pages - 1))
        places = await ratings.top(r, board, ON_A_PAGE, number * ON_A_PAGE)
        mine = next((one for one in places if one.rating.person == reader), None)
        mine = mine or await ratings.place_of(r, board, reader)
        gained = await _gained(r, board, [*places, mine] if mine else places)
    lines = tuple(_line(place, gained, reader) for place in places)
    own = _line(mine, gained, reader) if mine else None
    return BoardPage(chosen, offered, board, number, pages, count, lines, own)


async def _gained(r: Reader, board: Board, places: list[Rank]) -> Mapping[int, float]:
    if board.since is None:
        return {}
    return await gains.of_people(r, board, {one.rating.person for one in places if one.rating.person})


def _line(place: Rank, gained: Mapping[int, float], reader: int) -> BoardLine:
    """A place; whoever hides their profile keeps theirs, but only they see their name there."""
    person, gain = place.rating.person, gained.get(place.rating.person or 0)
    if person != reader and person_settings.from_row(place.settings).hidden:
        return BoardLine(place.place, None, place.rating, gain)
    return BoardLine(place.place, place.name, place.rating, gain, place.username)


async def have_left(app: AppContext, guild: int, persons: list[int]) -> None:
    """These people are not in the server any more: its board leaves them out."""
    async with app.database.write() as w:
        for person in persons:
            await ratings.set_present(w, guild, person, False)


async def is_here(app: AppContext, guild: int | None, person: User) -> None:
    """Somebody acts, in a server (None: in private): its board lists them, if they are rated."""
    async with app.database.write() as w:
        await meet(w, person, app.now())
        if guild is not None:
            await ratings.set_present(w, guild, person.id, True)
