"""Blocks between people, and other obstacles to a challenge."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import load


class Blocked(msgspec.Struct, frozen=True, kw_only=True):
    """A blocked person, with the name that the bot last knew, and since when."""

    person: int
    name: str
    at: int


class Between(msgspec.Struct, frozen=True, kw_only=True):
    """The obstacles between two people, and whether they have met.

    Attributes:
        blocked: Whether either one has blocked the other.
        suspended: Whether the second one is suspended on the server.
        met: Whether they play or have played each other; aborted and canceled matches don't count.
    """

    blocked: bool
    suspended: bool
    met: bool


async def add(w: Writer, person: int, blocked: int, at: int) -> None:
    """Block a person; both must be people of the database. Blocking again changes nothing."""
    await w.queries.blocks.add(w, person=person, blocked=blocked, at=at)


async def remove(w: Writer, person: int, blocked: int) -> None:
    """Remove a block."""
    await w.queries.blocks.remove(w, person=person, blocked=blocked)


async def count(r: Reader, person: int) -> int:
    """Return the number of people that a person has blocked."""
    found: int = await r.queries.blocks.count(r, person=person)
    return found


async def of_person(r: Reader, person: int, limit: int, offset: int = 0) -> list[Blocked]:
    """Return the people that a person has blocked, latest first."""
    rows = r.queries.blocks.of_person(r, person=person, limit=limit, offset=offset)
    return [load(Blocked, row) async for row in rows]


async def between(r: Reader, person: int, other: int, guild: int | None) -> Between:
    """Return the relations between two people on a server (None for no server), by a single query."""
    row = await r.queries.blocks.between(r, person=person, other=other, guild=guild)
    return Between(**{name: bool(row[name]) for name in Between.__struct_fields__})
