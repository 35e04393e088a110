"""What people have told a server's moderators about others."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """`about`: whom, None: the pause of the match; `number`: of the action that said `text`, as it was then;
    `by_person`: who reported it."""

    id: int = 0
    guild: int
    about: int | None
    by_person: int | None
    at: int
    match_id: str | None = None
    number: int | None = None
    text: str = ""
    reason: str = ""
    closed_at: int | None = None
    closed_by: int | None = None


async def add(w: Writer, report: Report) -> int:
    """Its id from now on. All its people must be people."""
    fields = {
        key: value for key, value in dump(report).items() if key not in ("id", "closed_at", "closed_by")
    }
    id: int = await w.queries.reports.add(w, **fields)
    return id


async def get(r: Reader, guild: int, id: int) -> Report | None:
    """One of a server; None where there is none."""
    row = await r.queries.reports.get(r, guild=guild, id=id)
    return row and load(Report, row)


async def about(r: Reader, guild: int, person: int, reader: int, limit: int, offset: int = 0) -> list[Report]:
    """Those about a person on a server that a moderator may read: the open ones first, each newest first."""
    rows = r.queries.reports.about(r, guild=guild, about=person, reader=reader, limit=limit, offset=offset)
    return [load(Report, row) async for row in rows]


async def count(r: Reader, guild: int, person: int, reader: int) -> int:
    """How many those are."""
    found: int = await r.queries.reports.count(r, guild=guild, about=person, reader=reader)
    return found


async def about_pause(r: Reader, match_id: str) -> list[Report]:
    """Return the open reports about the pause of a match, the first one first."""
    return [load(Report, row) async for row in r.queries.reports.about_pause(r, match_id=match_id)]


async def close_about_pause(w: Writer, match_id: str, by: int | None, at: int) -> None:
    """Close the open reports about the pause of a match; `by`: the moderator, None: it ended by itself."""
    await w.queries.reports.close_about_pause(w, match_id=match_id, by_person=by, at=at)


async def is_open(
    r: Reader, guild: int, by: int, about: int | None, match_id: str | None, number: int | None
) -> bool:
    """Whether a person has reported just this already, and nobody has closed it."""
    given = {"guild": guild, "by_person": by, "about": about, "match_id": match_id, "number": number}
    return await r.queries.reports.is_open(r, **given) is not None


async def close(w: Writer, guild: int, id: int, by: int, at: int) -> bool:
    """False: it isn't open."""
    return await w.queries.reports.close(w, guild=guild, id=id, by_person=by, at=at) is not None
