"""Servers: their settings, and the matches that are played there."""

import msgspec

from storage.handle import Reader, Writer
from storage.rows import Json, to_json


async def settings(r: Reader, id: int) -> Json:
    """The settings of a server, empty when never set."""
    text = await r.queries.guilds.settings(r, id=id)
    return {} if text is None else msgspec.json.decode(text, type=dict)


async def set_settings(w: Writer, id: int, settings: Json) -> None:
    """Replace the settings."""
    await w.queries.guilds.set_settings(w, id=id, settings=to_json(settings))


async def open_matches(r: Reader, id: int, place: int | None = None, limit: int = 100) -> list[str]:
    """The matches of a server that go on, newest first; `place`: those of this thread or channel alone."""
    rows = r.queries.guilds.open_matches(r, id=id, place=place, limit=limit)
    return [row["id"] async for row in rows]
