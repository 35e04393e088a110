"""People who can't start anything on a server until a moderator lifts the suspension."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Suspension(msgspec.Struct, frozen=True, kw_only=True):
    """A suspension on a server; `by_person` is the moderator, None if no longer known."""

    guild: int
    person: int
    by_person: int | None
    at: int


async def add(w: Writer, suspension: Suspension) -> bool:
    """Add a suspension; return False if there is one. Both people must be in the database."""
    return await w.queries.suspensions.add(w, **dump(suspension)) is not None


async def lift(w: Writer, guild: int, person: int) -> bool:
    """Delete a suspension; return False if there is none."""
    return await w.queries.suspensions.lift(w, guild=guild, person=person) is not None


async def get(r: Reader, guild: int, person: int) -> Suspension | None:
    """Return a person's suspension on a server, or None."""
    row = await r.queries.suspensions.get(r, guild=guild, person=person)
    return row and load(Suspension, row)
