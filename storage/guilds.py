"""Servers: the matches that are played there."""

from storage.handle import Reader


async def open_matches(r: Reader, id: int, place: int | None = None, limit: int = 100) -> list[str]:
    """The matches of a server that go on, newest first; `place`: those of this thread or channel alone."""
    rows = r.queries.guilds.open_matches(r, id=id, place=place, limit=limit)
    return [row["id"] async for row in rows]
