"""Ratings, what changed them, and the boards that are made of them."""

from typing import Any

import msgspec

from storage.engine.handle import Reader, Row, Writer
from storage.rows import Json, dump, load

PROVISIONAL_ABOVE = 110


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """How strong a holder is in a game, in a pool (“people”, or “bots”: against them). holder: the person's
    id as digits, or the name of a level."""

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
        return self.wins + self.losses + self.draws

    @property
    def provisional(self) -> bool:
        """Whether too little is known yet."""
        return self.deviation > PROVISIONAL_ABOVE

    @property
    def standing(self) -> int:
        """What boards are ordered by: what the holder is worth almost surely, not what they may be worth."""
        return round(self.rating - 2 * self.deviation)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a match has changed for one seat."""

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
    """Whose ratings are listed: of a game and a pool, in one server only, of those rated since a moment."""

    game: str
    pool: str
    guild: int | None = None
    since: int | None = None


class Rank(msgspec.Struct, frozen=True):
    """A line of a board; equal standings share a place: 1, 2, 2, 4. `settings`: those of the person."""

    place: int
    rating: Rating
    name: str
    username: str | None = None
    settings: Json = {}


async def known(r: Reader, game: str, pool: str, holder: str) -> Rating | None:
    """The rating of a holder; None when there is none yet."""
    row = await r.queries.ratings.get(r, game=game, pool=pool, holder=holder)
    return row and load(Rating, row)


async def put(w: Writer, rating: Rating) -> None:
    """Write a rating."""
    await w.queries.ratings.put(w, **dump(rating), standing=rating.standing)


async def is_counted(r: Reader, match_id: str) -> bool:
    """Whether a match has changed ratings."""
    return await r.queries.ratings.is_counted(r, match_id=match_id) is not None


async def add_change(w: Writer, change: Change, guild: int | None) -> None:
    """Write what has changed, and that a person is known in a server."""
    await w.queries.ratings.add_change(w, **dump(change))
    if guild is not None and change.person is not None:
        await w.queries.ratings.met(w, guild=guild, person=change.person)


async def of_person(r: Reader, person: int) -> list[Rating]:
    """All ratings of a person."""
    return [load(Rating, row) async for row in r.queries.ratings.of_person(r, person=person)]


async def all_of_them(r: Reader) -> list[Rating]:
    """Every rating there is."""
    return [load(Rating, row) async for row in r.queries.ratings.all(r)]


async def changes_of_match(r: Reader, match_id: str) -> list[Change]:
    """What a match has changed, in the order of seats; empty when it did not count."""
    return [load(Change, row) async for row in r.queries.ratings.changes_of_match(r, match_id=match_id)]


async def changes_of(r: Reader, person: int, game: str, pool: str, since: int = 0) -> list[Change]:
    """What matches since a moment have changed for a person, oldest first."""
    rows = r.queries.ratings.changes_of(r, person=person, game=game, pool=pool, since=since)
    return [load(Change, row) async for row in rows]


async def top(r: Reader, board: Board, limit: int, offset: int) -> list[Rank]:
    """A page of a board."""
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
    """A person's own line; None when the board does not list them."""
    row = await r.queries.people.get(r, id=person)
    mine = [one for one in await of_person(r, person) if (one.game, one.pool) == (board.game, board.pool)]
    if row is None or not mine or (board.since is not None and mine[0].rated_at < board.since):
        return None
    if board.guild is not None and not await r.queries.ratings.present(r, guild=board.guild, person=person):
        return None
    return _rank(1 + await _above(r, board, mine[0].standing), mine[0], row)


def _rank(place: int, rating: Rating, row: Row) -> Rank:
    return Rank(place, rating, row["name"], row["username"], msgspec.json.decode(row["settings"] or "{}"))


async def count(r: Reader, board: Board) -> int:
    """How many lines a board has."""
    lines: int = await _query(r, "count", board)(r, **_where(board))
    return lines


async def _above(r: Reader, board: Board, standing: int) -> int:
    lines: int = await _query(r, "above", board)(r, **_where(board), standing=standing)
    return lines


def _query(r: Reader, what: str, board: Board) -> Any:
    """What a board is asked with: everybody, those in a server, or those rated lately."""
    kind = "_in" if board.guild is not None else "" if board.since is None else "_since"
    return getattr(r.queries.ratings, what + kind)


def _where(board: Board) -> dict[str, Any]:
    return msgspec.structs.asdict(board)


async def forget(w: Writer) -> None:
    """Forget all ratings and what changed them, so that they can be computed again."""
    await w.queries.ratings.forget_changes(w)
    await w.queries.ratings.forget_all(w)


async def set_present(w: Writer, guild: int, person: int, present: bool) -> None:
    """Somebody was seen in a server, or has left it."""
    await w.queries.ratings.set_present(w, guild=guild, person=person, present=int(present))


async def is_open_with_ai(r: Reader, person: int, game: str) -> bool:
    """Whether a person has a rated match of a game against an AI that goes on."""
    return await r.queries.ratings.open_with_ai(r, person=person, game=game) is not None


async def rated_between(r: Reader, one: int, other: int, since: int) -> int:
    """How many rated matches two people have begun with each other since a moment."""
    begun: int = await r.queries.ratings.rated_between(r, one=one, other=other, since=since)
    return begun
