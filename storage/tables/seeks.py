"""Searches for an opponent, open until they are paired, withdrawn or expired."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Seek(msgspec.Struct, frozen=True, kw_only=True):
    """A person's search for an opponent.

    Attributes:
        rating: The person's rating when the search began.
        spread: The most points by which the opponent's rating may differ; None for any.
        everywhere: Whether to search beyond the person's server (`guild`).
        parent: The channel of the thread in which it began.
        nonce: With `interaction`, the source of the match's randomness, as for a challenge.
        match_id: The match that came of it.
    """

    id: str
    person: int
    game: str
    preset: str
    pace: str
    rated: bool
    rating: int
    spread: int | None = None
    everywhere: bool
    guild: int | None = None
    channel: int
    parent: int | None = None
    nonce: bytes
    interaction: int
    status: str = "open"
    created_at: int
    expires_at: int
    closed_at: int | None = None
    match_id: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether the search is open."""
        return self.status == "open"


async def add(w: Writer, seek: Seek) -> bool:
    """Add a search; return False if its id exists. The person must be in the database."""
    return await w.queries.seeks.add(w, **dump(seek)) is not None


async def get(r: Reader, id: str) -> Seek | None:
    """Return a search in any status, or None."""
    row = await r.queries.seeks.get(r, id=id)
    return row and load(Seek, row)


async def open_of(r: Reader, person: int) -> list[Seek]:
    """Return a person's open searches, oldest first."""
    return [load(Seek, row) async for row in r.queries.seeks.open_of(r, person=person)]


async def open_in(r: Reader, game: str) -> list[Seek]:
    """Return all open searches for a game, oldest first."""
    return [load(Seek, row) async for row in r.queries.seeks.open_in(r, game=game)]


async def list_begun_since(r: Reader, person: int, since: int) -> list[int]:
    """Return when a person's searches after a moment began, newest first, in any status."""
    rows = r.queries.seeks.begun_since(r, person=person, since=since)
    return [row["created_at"] async for row in rows]


async def close(w: Writer, id: str, status: str, at: int, match_id: str | None = None) -> bool:
    """Close a search; return whether it was open."""
    closed = w.queries.seeks.close(w, id=id, status=status, at=at, match_id=match_id)
    return await closed is not None


async def waits(r: Reader, game: str, since: int, least: int, limit: int) -> list[int]:
    """Return how long, in seconds, searches took that ended after a moment, shortest first.

    Paired and expired searches count, withdrawn ones don't; nor do those shorter than `least`.
    """
    rows = r.queries.seeks.waits(r, game=game, since=since, least=least, limit=limit)
    return [row["seconds"] async for row in rows]
