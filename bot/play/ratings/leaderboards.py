"""Leaderboards of a game: on a server, everywhere, this month, and against the bot."""

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
    """One line of a leaderboard.

    `name` is None if the player hides it from the reader; `gain` is in points since the board's start, None
    if it has none; `username` replaces a name that can't be drawn.
    """

    place: int
    name: str | None
    rating: Rating
    gain: float | None = None
    username: str | None = None


class BoardPage(msgspec.Struct, frozen=True):
    """Page `number` of a leaderboard, counted from 0, with `pages` pages and `count` lines in all.

    `mine` is the reader's own line, wherever it stands; None if the board doesn't list them.
    """

    which: Which
    offered: tuple[Which, ...]
    board: Board
    number: int
    pages: int
    count: int
    lines: tuple[BoardLine, ...]
    mine: BoardLine | None


def boards_of(game: AnyGame, guild: int | None) -> tuple[Which, ...]:
    """Return the boards that a reader on this server (None: in private) can see, the default first."""
    if not game.supports_pvp:
        return ("bots",)
    return ("here", "everywhere", "month", "bots") if guild is not None else ("everywhere", "month", "bots")


def month_began(now: int) -> int:
    """Return the first moment of the month in UTC, in epoch seconds."""
    day = datetime.fromtimestamp(now, UTC)
    return int(datetime(day.year, day.month, 1, tzinfo=UTC).timestamp())


def board_of(game: AnyGame, which: Which, guild: int | None, now: int) -> Board:
    """Return the database query for a leaderboard: game, pool, server, and start."""
    return Board(
        game.key,
        BOTS if which == "bots" else PEOPLE,
        guild if which == "here" else None,
        month_began(now) if which == "month" else None,
    )


async def page_of(
    app: AppContext, game: AnyGame, which: str, number: int, guild: int | None, reader: int
) -> BoardPage:
    """Return a page of a board, or the nearest one there is; the default board if this one isn't offered."""
    offered = boards_of(game, guild)
    chosen = next((candidate for candidate in offered if candidate == which), offered[0])
    board = board_of(game, chosen, guild, app.now())
    async with app.database.read() as r:
        count = await ratings.count(r, board)
        pages = max(1, -(-count // ON_A_PAGE))
        number = max(0, min(number, pages - 1))
        places = await ratings.top(r, board, ON_A_PAGE, number * ON_A_PAGE)
        mine = next((rank for rank in places if rank.rating.person == reader), None)
        mine = mine or await ratings.place_of(r, board, reader)
        gained = await _load_gains(r, board, [*places, mine] if mine else places)
    lines = tuple(_line(place, gained, reader) for place in places)
    own = _line(mine, gained, reader) if mine else None
    return BoardPage(chosen, offered, board, number, pages, count, lines, own)


async def _load_gains(r: Reader, board: Board, places: list[Rank]) -> Mapping[int, float]:
    if board.since is None:
        return {}
    return await gains.of_people(r, board, {rank.rating.person for rank in places if rank.rating.person})


def _line(place: Rank, gained: Mapping[int, float], reader: int) -> BoardLine:
    """Return a line of the board, without a name if the player hides their profile from the reader."""
    person, gain = place.rating.person, gained.get(place.rating.person or 0)
    if person != reader and person_settings.from_row(place.settings).hidden:
        return BoardLine(place.place, None, place.rating, gain)
    return BoardLine(place.place, place.name, place.rating, gain, place.username)


async def have_left(app: AppContext, guild: int, persons: list[int]) -> None:
    """Remove people who have left the server from its board."""
    async with app.database.write() as w:
        for person in persons:
            await ratings.set_present(w, guild, person, False)


async def is_here(app: AppContext, guild: int | None, person: User) -> None:
    """Save a person who acts, and list them on the server's board (None: in private) if they are rated."""
    async with app.database.write() as w:
        await meet(w, person, app.now())
        if guild is not None:
            await ratings.set_present(w, guild, person.id, True)
