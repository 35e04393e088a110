"""Ratings, their changes, and the leaderboards made of them."""

from typing import Any

import msgspec

from storage.engine.handle import Reader, Row, Writer
from storage.rows import Json, dump, load

PROVISIONAL_ABOVE = 110
"""The deviation, in rating points, above which a rating is provisional."""


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """A holder's Glicko rating in a game and a pool: “people”, or “bots” for matches against an AI.

    `holder` is the person's id as digits, or the name of a level.
    """

    game: str
    pool: str
    holder: str
    person: int | None
    rating: float
    deviation: float
    volatility: float
    wins: int = 0
    losses: int = 0
    draws: int = 0
    rated_at: int

    @property
    def games(self) -> int:
        """The number of rated games."""
        return self.wins + self.losses + self.draws

    @property
    def provisional(self) -> bool:
        """Whether the rating is still uncertain: a deviation above PROVISIONAL_ABOVE."""
        return self.deviation > PROVISIONAL_ABOVE

    @property
    def standing(self) -> int:
        """The order of leaderboards: a cautious estimate, the rating minus two deviations."""
        return round(self.rating - 2 * self.deviation)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """The change of one seat's rating by a match."""

    match_id: str
    seat: int
    game: str
    pool: str
    holder: str
    person: int | None
    before: float
    after: float
    deviation: float
    at: int


class Board(msgspec.Struct, frozen=True):
    """A leaderboard of a game and a pool.

    Attributes:
        pool: “people” or “bots”, as in `Rating`.
        guild: The server whose people are listed; None for everyone.
        since: Epoch seconds since which they must have been rated; None for no limit.
    """

    game: str
    pool: str
    guild: int | None = None
    since: int | None = None


class Rank(msgspec.Struct, frozen=True):
    """A line of a leaderboard with the person's settings; equal standings share a place (1, 2, 2, 4)."""

    place: int
    rating: Rating
    name: str
    username: str | None = None
    settings: Json = {}


async def find_rating(r: Reader, game: str, pool: str, holder: str) -> Rating | None:
    """Return the rating of a holder, or None."""
    row = await r.queries.ratings.get(r, game=game, pool=pool, holder=holder)
    return row and load(Rating, row)


async def put(w: Writer, rating: Rating) -> None:
    """Store a rating."""
    await w.queries.ratings.put(w, **dump(rating), standing=rating.standing)


async def is_counted(r: Reader, match_id: str) -> bool:
    """Return whether a match has changed ratings."""
    return await r.queries.ratings.is_counted(r, match_id=match_id) is not None


async def add_change(w: Writer, change: Change, guild: int | None) -> None:
    """Store a rating's change, and that the person is on the server."""
    await w.queries.ratings.add_change(w, **dump(change))
    if guild is not None and change.person is not None:
        await w.queries.ratings.met(w, guild=guild, person=change.person)


async def of_person(r: Reader, person: int) -> list[Rating]:
    """Return all ratings of a person."""
    return [load(Rating, row) async for row in r.queries.ratings.of_person(r, person=person)]


async def all_of_them(r: Reader) -> list[Rating]:
    """Return all ratings."""
    return [load(Rating, row) async for row in r.queries.ratings.all(r)]


async def changes_of_match(r: Reader, match_id: str) -> list[Change]:
    """Return the changes by a match in the order of seats, empty if it didn't count."""
    return [load(Change, row) async for row in r.queries.ratings.changes_of_match(r, match_id=match_id)]


async def changes_of(r: Reader, person: int, game: str, pool: str, since: int = 0) -> list[Change]:
    """Return the changes of a person's rating since a moment, oldest first."""
    rows = r.queries.ratings.changes_of(r, person=person, game=game, pool=pool, since=since)
    return [load(Change, row) async for row in rows]


async def top(r: Reader, board: Board, limit: int, offset: int) -> list[Rank]:
    """Return a page of a leaderboard."""
    rows = [row async for row in _query(r, "top", board)(r, **_where(board), limit=limit, offset=offset)]
    ratings = [load(Rating, row) for row in rows]
    places = list[int]()
    for number, rating in enumerate(ratings):
        if number == 0:
            places.append(1 + await _above(r, board, rating.standing))
        else:
            tied = rating.standing == ratings[number - 1].standing
            places.append(places[-1] if tied else offset + number + 1)
    known = zip(places, ratings, rows, strict=True)
    return [_rank(place, rating, row) for place, rating, row in known]


async def place_of(r: Reader, board: Board, person: int) -> Rank | None:
    """Return a person's line of a leaderboard, or None if they aren't on it."""
    row = await r.queries.people.get(r, id=person)
    mine = [
        found for found in await of_person(r, person) if (found.game, found.pool) == (board.game, board.pool)
    ]
    if row is None or not mine or (board.since is not None and mine[0].rated_at < board.since):
        return None
    if board.guild is not None and not await r.queries.ratings.present(r, guild=board.guild, person=person):
        return None
    return _rank(1 + await _above(r, board, mine[0].standing), mine[0], row)


def _rank(place: int, rating: Rating, row: Row) -> Rank:
    return Rank(place, rating, row["name"], row["username"], msgspec.json.decode(row["settings"] or "{}"))


async def count(r: Reader, board: Board) -> int:
    """Return the number of a leaderboard's lines."""
    lines: int = await _query(r, "count", board)(r, **_where(board))
    return lines


async def _above(r: Reader, board: Board, standing: int) -> int:
    lines: int = await _query(r, "above", board)(r, **_where(board), standing=standing)
    return lines


def _query(r: Reader, what: str, board: Board) -> Any:
    """Return the query for a leaderboard: of a server, of those rated lately, or of everyone."""
    kind = "_in" if board.guild is not None else "" if board.since is None else "_since"
    return getattr(r.queries.ratings, what + kind)


def _where(board: Board) -> dict[str, Any]:
    return msgspec.structs.asdict(board)


async def forget(w: Writer) -> None:
    """Delete all ratings and changes, so that they can be recomputed."""
    await w.queries.ratings.forget_changes(w)
    await w.queries.ratings.forget_all(w)


async def set_present(w: Writer, guild: int, person: int, present: bool) -> None:
    """Store whether a person is on a server."""
    await w.queries.ratings.set_present(w, guild=guild, person=person, present=int(present))


async def is_open_with_ai(r: Reader, person: int, game: str) -> bool:
    """Return whether a person has a rated match of a game under way against an AI."""
    return await r.queries.ratings.open_with_ai(r, person=person, game=game) is not None


async def count_rated_between(r: Reader, one: int, other: int, since: int) -> int:
    """Return how many rated matches two people have begun with each other since a moment."""
    begun: int = await r.queries.ratings.rated_between(r, one=one, other=other, since=since)
    return begun
