"""Whom people don't want to be challenged by, and what else stands between two people."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import load


class Blocked(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who's blocked, by the name that the bot last knew, and since when."""

    person: int
    name: str
    at: int


class Between(msgspec.Struct, frozen=True, kw_only=True):
    """What stands between two people: one has blocked the other; the other one can't begin anything on the
    server; they have played, or are playing."""

    blocked: bool
    suspended: bool
    met: bool


async def add(w: Writer, person: int, blocked: int, at: int) -> None:
    """A person blocks another one; both must be people. Twice is as good as once."""
    await w.queries.blocks.add(w, person=person, blocked=blocked, at=at)


async def remove(w: Writer, person: int, blocked: int) -> None:
    """They don't anymore."""
    await w.queries.blocks.remove(w, person=person, blocked=blocked)


async def count(r: Reader, person: int) -> int:
    """How many people somebody has blocked."""
    found: int = await r.queries.blocks.count(r, person=person)
    return found


async def of_person(r: Reader, person: int, limit: int, offset: int = 0) -> list[Blocked]:
    """Whom somebody has blocked, the latest first."""
    rows = r.queries.blocks.of_person(r, person=person, limit=limit, offset=offset)
    return [load(Blocked, row) async for row in rows]


async def between(r: Reader, person: int, other: int, guild: int | None) -> Between:
    """What stands between a person and another one on a server (None: on none), in one question."""
    row = await r.queries.blocks.between(r, person=person, other=other, guild=guild)
    return Between(**{name: bool(row[name]) for name in Between.__struct_fields__})
