"""Hearts for what players said: one of each player in a match that is over, and a server's best ones."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Heart(msgspec.Struct, frozen=True, kw_only=True):
    """The heart of the player in a seat for the opponent's words with action `number`. Of all texts that read
    alike the mark is the same; `guild`: the server of the match."""

    match_id: str
    seat: int
    number: int
    text: str
    mark: str
    guild: int | None
    at: int


class Liked(msgspec.Struct, frozen=True):
    """Words with their mark, and how many hearts they have."""

    text: str
    mark: str
    hearts: int


class Best(Liked, frozen=True):
    """The same with the match in which they were liked last, by the player in this seat."""

    match_id: str
    seat: int


async def give(w: Writer, heart: Heart) -> None:
    """Keep a heart, instead of the one that this player gave in this match before."""
    await w.queries.hearts.give(w, **dump(heart))


async def take_back(w: Writer, match_id: str, seat: int) -> None:
    """The player in a seat likes nothing best."""
    await w.queries.hearts.take_back(w, match_id=match_id, seat=seat)


async def given(r: Reader, match_id: str, seat: int) -> Heart | None:
    """The heart that the player in a seat gave; None when there is none."""
    row = await r.queries.hearts.given(r, match_id=match_id, seat=seat)
    return row and load(Heart, row)


async def best(r: Reader, guild: int, limit: int, offset: int = 0) -> list[Best]:
    """What was liked on a server, most hearts first; nothing that is unwanted there."""
    rows = r.queries.hearts.best(r, guild=guild, limit=limit, offset=offset)
    return [load(Best, row) async for row in rows]


async def count(r: Reader, guild: int) -> int:
    """How much that is."""
    found: int = await r.queries.hearts.count(r, guild=guild)
    return found


async def of_person(r: Reader, person: int, guild: int | None, limit: int) -> list[Liked]:
    """What was liked in a person's own matches, what they said themselves first; nothing that is unwanted
    where it was said, or on this server."""
    rows = r.queries.hearts.of_person(r, person=person, guild=guild, limit=limit)
    return [load(Liked, row) async for row in rows]


async def players(r: Reader, guild: int, mark: str) -> frozenset[int]:
    """Return the persons in whose matches on a server these words got a heart."""
    return frozenset([row["person"] async for row in r.queries.hearts.players(r, guild=guild, mark=mark)])


async def unwanted(r: Reader, guild: int) -> set[str]:
    """The marks of what a server doesn't want to see."""
    return {row["mark"] async for row in r.queries.hearts.unwanted(r, guild=guild)}


async def hide(w: Writer, guild: int, mark: str) -> None:
    """A server doesn't want to see these words any more."""
    await w.queries.hearts.hide(w, guild=guild, mark=mark)


async def show_again(w: Writer, guild: int, mark: str) -> None:
    """After all, it does."""
    await w.queries.hearts.show_again(w, guild=guild, mark=mark)
