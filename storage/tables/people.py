"""People whom the bot has met."""

from storage.engine.handle import Reader, Writer
from storage.rows import Json, Person, load, to_json


async def upsert(
    w: Writer, id: int, name: str, username: str | None = None, *, now: int, locale: str | None = None
) -> None:
    """Add a person, or let the name follow, and where they're known username and language; everything else is
    kept."""
    await w.queries.people.upsert(w, id=id, name=name, username=username, created_at=now, locale=locale)


async def get(r: Reader, id: int) -> Person | None:
    """The person, None when never met."""
    row = await r.queries.people.get(r, id=id)
    return row and load(Person, row)


async def set_dms_open(w: Writer, id: int, open: bool) -> None:
    """Remember whether private messages arrive."""
    await w.queries.people.set_dms_open(w, id=id, dms_open=int(open))


async def set_dm_channel(w: Writer, id: int, channel: int | None) -> None:
    """Remember where somebody's DMs are, or that it isn't known any more."""
    await w.queries.people.set_dm_channel(w, id=id, dm_channel=channel)


async def set_home(w: Writer, id: int, message: int, said: str) -> None:
    """Remember the message that lists somebody's matches, and a digest of what it says."""
    await w.queries.people.set_home(w, id=id, message=message, said=said)


async def set_settings(w: Writer, id: int, settings: Json) -> None:
    """Replace the settings."""
    await w.queries.people.set_settings(w, id=id, settings=to_json(settings))


async def welcome(w: Writer, id: int, at: int) -> bool:
    """Somebody whom the bot has met is told how things work; False: they have been told before."""
    return await w.queries.people.welcome(w, id=id, at=at) is not None


async def finished(w: Writer, id: int) -> None:
    """They have finished a match without running out of time."""
    await w.queries.people.finished(w, id=id)


async def ran_out(w: Writer, id: int, rated: bool) -> int:
    """They have let one more match in a row time out; how many of those were rated."""
    count: int = await w.queries.people.ran_out(w, id=id, rated=int(rated))
    return count
