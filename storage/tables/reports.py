"""Reports to a server's moderators about people."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A report by a person about another person, or (None) about the pause of the match.

    `text` is the words of action `number` as they were at the time.
    """

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
    """Add a report and return its id; all people in it must be in the database."""
    fields = {
        key: value for key, value in dump(report).items() if key not in ("id", "closed_at", "closed_by")
    }
    id: int = await w.queries.reports.add(w, **fields)
    return id


async def get(r: Reader, guild: int, id: int) -> Report | None:
    """Return a report on a server, or None."""
    row = await r.queries.reports.get(r, guild=guild, id=id)
    return row and load(Report, row)


async def about(r: Reader, guild: int, person: int, reader: int, limit: int, offset: int = 0) -> list[Report]:
    """Return the reports about a person on a server that a moderator may read, open ones first.

    Newer ones come before older ones. Moderators don't see reports about themselves or from their own
    matches.
    """
    rows = r.queries.reports.about(r, guild=guild, about=person, reader=reader, limit=limit, offset=offset)
    return [load(Report, row) async for row in rows]


async def count(r: Reader, guild: int, person: int, reader: int) -> int:
    """Return the number of reports about a person on a server that a moderator may read."""
    found: int = await r.queries.reports.count(r, guild=guild, about=person, reader=reader)
    return found


async def about_pause(r: Reader, match_id: str) -> list[Report]:
    """Return the open reports about the pause of a match, oldest first."""
    return [load(Report, row) async for row in r.queries.reports.about_pause(r, match_id=match_id)]


async def close_about_pause(w: Writer, match_id: str, by: int | None, at: int) -> None:
    """Close the open reports about a match's pause; `by` is the moderator, None if the pause ran out."""
    await w.queries.reports.close_about_pause(w, match_id=match_id, by_person=by, at=at)


async def is_open(
    r: Reader, guild: int, by: int, about: int | None, match_id: str | None, number: int | None
) -> bool:
    """Return whether a person has already made this report and it's still open."""
    given = {"guild": guild, "by_person": by, "about": about, "match_id": match_id, "number": number}
    return await r.queries.reports.is_open(r, **given) is not None


async def close(w: Writer, guild: int, id: int, by: int, at: int) -> bool:
    """Close a report; return False if it isn't open."""
    return await w.queries.reports.close(w, guild=guild, id=id, by_person=by, at=at) is not None
