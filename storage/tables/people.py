"""The people of the database: those met by the bot."""

from storage.engine.handle import Reader, Writer
from storage.rows import Json, Person, load, to_json


async def upsert(
    w: Writer, id: int, name: str, username: str | None = None, *, now: int, locale: str | None = None
) -> None:
    """Add a person, or update their name and, if given, username and language; the rest is kept."""
    await w.queries.people.upsert(w, id=id, name=name, username=username, created_at=now, locale=locale)


async def get(r: Reader, id: int) -> Person | None:
    """Return a person, or None if the bot hasn't met them."""
    row = await r.queries.people.get(r, id=id)
    return row and load(Person, row)


async def set_dms_open(w: Writer, id: int, open: bool) -> None:
    """Store whether direct messages reach a person."""
    await w.queries.people.set_dms_open(w, id=id, dms_open=int(open))


async def set_dm_channel(w: Writer, id: int, channel: int | None) -> None:
    """Store the channel of a person's direct messages, or None if it's unknown."""
    await w.queries.people.set_dm_channel(w, id=id, dm_channel=channel)


async def set_home(w: Writer, id: int, message: int, said: str) -> None:
    """Store the message that lists a person's matches, and a digest of its content."""
    await w.queries.people.set_home(w, id=id, message=message, said=said)


async def set_settings(w: Writer, id: int, settings: Json) -> None:
    """Replace a person's settings."""
    await w.queries.people.set_settings(w, id=id, settings=to_json(settings))


async def welcome(w: Writer, id: int, at: int) -> bool:
    """Record that the bot explained itself to a person; return False if it already had."""
    return await w.queries.people.welcome(w, id=id, at=at) is not None


async def reset_timeouts(w: Writer, id: int) -> None:
    """Reset the count of timeouts in a row after a match finished without one."""
    await w.queries.people.finished(w, id=id)


async def ran_out(w: Writer, id: int, rated: bool) -> int:
    """Count one more timeout in a row; return how many of those were rated."""
    count: int = await w.queries.people.ran_out(w, id=id, rated=int(rated))
    return count
