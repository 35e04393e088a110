"""Servers: their matches, their settings, and their logs."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import Json, load, to_json


class Logged(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a server's log: what a person (None for the bot) did, perhaps about another person."""

    id: int
    at: int
    person: int | None
    about: int | None
    text: str


async def open_matches(r: Reader, id: int, place: int | None = None, limit: int = 100) -> list[str]:
    """Return the ids of a server's open matches, in `place` (a thread or channel) if given, newest first."""
    rows = r.queries.guilds.open_matches(r, id=id, place=place, limit=limit)
    return [row["id"] async for row in rows]


async def latest_in(r: Reader, id: int, thread: int) -> str | None:
    """Return the latest match of a server in a thread, over or not."""
    found: str | None = await r.queries.guilds.latest_in(r, id=id, thread=thread)
    return found


async def settings(r: Reader, id: int) -> Json:
    """Return a server's settings, empty if its admins have set nothing."""
    row = await r.queries.guilds.settings(r, id=id)
    return msgspec.json.decode(row["settings"]) if row else {}


async def all_settings(r: Reader) -> dict[int, Json]:
    """Return the settings of all servers whose admins have set anything."""
    rows = r.queries.guilds.all_settings(r)
    return {row["id"]: msgspec.json.decode(row["settings"]) async for row in rows}


async def set_settings(w: Writer, id: int, settings: Json) -> None:
    """Replace a server's settings."""
    await w.queries.guilds.set_settings(w, id=id, settings=to_json(settings))


async def greet(w: Writer, id: int, at: int, before: int) -> bool:
    """Record the bot's greeting on a server; return False if there was one after the moment `before`."""
    return await w.queries.guilds.greet(w, id=id, at=at, before=before) is not None


async def add_line(w: Writer, guild: int, at: int, person: int | None, text: str, about: int | None) -> None:
    """Add a line to a server's log; the people in it must be in the database."""
    await w.queries.guilds.add_line(w, guild=guild, at=at, person=person, about=about, text=text)


async def lines(r: Reader, guild: int, limit: int, offset: int = 0) -> list[Logged]:
    """Return a server's log, newest first."""
    rows = r.queries.guilds.lines(r, guild=guild, limit=limit, offset=offset)
    return [load(Logged, row) async for row in rows]


async def count_lines(r: Reader, guild: int) -> int:
    """Return the number of lines in a server's log."""
    found: int = await r.queries.guilds.count_lines(r, guild=guild)
    return found
