"""Who can't begin anything on a server until a moderator lifts that."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Suspension(msgspec.Struct, frozen=True, kw_only=True):
    """`by_person`: the moderator; None: one who is no longer known."""

    guild: int
    person: int
    by_person: int | None
    at: int


async def add(w: Writer, suspension: Suspension) -> bool:
    """False: there is one already. Both must be people."""
    return await w.queries.suspensions.add(w, **dump(suspension)) is not None


async def lift(w: Writer, guild: int, person: int) -> bool:
    """False: there is none."""
    return await w.queries.suspensions.lift(w, guild=guild, person=person) is not None


async def get(r: Reader, guild: int, person: int) -> Suspension | None:
    """Somebody's on a server; None where there is none."""
    row = await r.queries.suspensions.get(r, guild=guild, person=person)
    return row and load(Suspension, row)
