"""Who looks for an opponent: open until the first of paired, withdrawn, expired."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Seek(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's search for an opponent. `rating`: theirs when it began; `spread`: how far from it the other
    side's may be, None: any; `everywhere`: not only on their server (`guild`); `nonce`, `interaction`: what
    the dice are made of, as with a challenge; `match_id`: what came of it."""

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
        return self.status == "open"


async def add(w: Writer, seek: Seek) -> bool:
    """A new one; its person must be known. False where there's one of this id already."""
    return await w.queries.seeks.add(w, **dump(seek)) is not None


async def get(r: Reader, id: str) -> Seek | None:
    """One of them, in whatever status."""
    row = await r.queries.seeks.get(r, id=id)
    return row and load(Seek, row)


async def open_of(r: Reader, person: int) -> list[Seek]:
    """A person's open ones, the oldest first."""
    return [load(Seek, row) async for row in r.queries.seeks.open_of(r, person=person)]


async def open_in(r: Reader, game: str) -> list[Seek]:
    """All open ones of a game, the oldest first."""
    return [load(Seek, row) async for row in r.queries.seeks.open_in(r, game=game)]


async def begun_since(r: Reader, person: int, since: int) -> list[int]:
    """When a person began to look after a moment, the newest first, whatever came of it."""
    rows = r.queries.seeks.begun_since(r, person=person, since=since)
    return [row["created_at"] async for row in rows]


async def close(w: Writer, id: str, status: str, at: int, match_id: str | None = None) -> bool:
    """It's over, if it's still open; returns whether it was."""
    closed = w.queries.seeks.close(w, id=id, status=status, at=at, match_id=match_id)
    return await closed is not None


async def waits(r: Reader, game: str, since: int, least: int, limit: int) -> list[int]:
    """For how many seconds people looked whose searches ended after a moment, the shortest first: those that
    found somebody, and those that ran out; none below `least`."""
    rows = r.queries.seeks.waits(r, game=game, since=since, least=least, limit=limit)
    return [row["seconds"] async for row in rows]
