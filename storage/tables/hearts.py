"""Hearts for players' words: one from each player of a finished match, and a server's best ones."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Heart(msgspec.Struct, frozen=True, kw_only=True):
    """The heart of a player in a seat for the opponent's words with action `number`.

    All texts that read alike share a `mark`; `guild` is the server of the match.
    """

    match_id: str
    seat: int
    number: int
    text: str
    mark: str
    guild: int | None
    at: int


class Liked(msgspec.Struct, frozen=True):
    """Words with their mark and their number of hearts."""

    text: str
    mark: str
    hearts: int


class Best(Liked, frozen=True):
    """Words with the match in which they were liked last, and the seat that liked them."""

    match_id: str
    seat: int


async def give(w: Writer, heart: Heart) -> None:
    """Store a heart, replacing the player's earlier one in the match."""
    await w.queries.hearts.give(w, **dump(heart))


async def take_back(w: Writer, match_id: str, seat: int) -> None:
    """Remove the heart that the player in a seat gave."""
    await w.queries.hearts.take_back(w, match_id=match_id, seat=seat)


async def find_given(r: Reader, match_id: str, seat: int) -> Heart | None:
    """Return the heart that the player in a seat gave, or None."""
    row = await r.queries.hearts.given(r, match_id=match_id, seat=seat)
    return row and load(Heart, row)


async def best(r: Reader, guild: int, limit: int, offset: int = 0) -> list[Best]:
    """Return the words liked on a server, most hearts first, without those hidden there."""
    rows = r.queries.hearts.best(r, guild=guild, limit=limit, offset=offset)
    return [load(Best, row) async for row in rows]


async def count(r: Reader, guild: int) -> int:
    """Return the number of different words liked on a server, without those hidden there."""
    found: int = await r.queries.hearts.count(r, guild=guild)
    return found


async def of_person(r: Reader, person: int, guild: int | None, limit: int) -> list[Liked]:
    """Return the words liked in a person's matches, the person's own first.

    Words hidden where they were said, or on the server `guild`, are left out.
    """
    rows = r.queries.hearts.of_person(r, person=person, guild=guild, limit=limit)
    return [load(Liked, row) async for row in rows]


async def players(r: Reader, guild: int, mark: str) -> frozenset[int]:
    """Return the people in whose matches on a server these words got a heart."""
    return frozenset([row["person"] async for row in r.queries.hearts.players(r, guild=guild, mark=mark)])


async def list_unwanted(r: Reader, guild: int) -> set[str]:
    """Return the marks of the words hidden on a server."""
    return {row["mark"] async for row in r.queries.hearts.unwanted(r, guild=guild)}


async def hide(w: Writer, guild: int, mark: str) -> None:
    """Hide words on a server."""
    await w.queries.hearts.hide(w, guild=guild, mark=mark)


async def show_again(w: Writer, guild: int, mark: str) -> None:
    """Show hidden words on a server again."""
    await w.queries.hearts.show_again(w, guild=guild, mark=mark)
