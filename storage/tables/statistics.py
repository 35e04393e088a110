"""Counts of how matches ended, without aborted and canceled ones."""

import msgspec

from storage.engine.handle import Reader
from storage.rows import load


class Group(msgspec.Struct, frozen=True):
    """The number of matches of a game, in a group or "", that ended in the same way."""

    game: str
    winner: int | None
    reason: str
    stats_group: str
    matches: int


async def groups(r: Reader, game: str | None = None, guild: int | None = None) -> list[Group]:
    """Return the number of matches by way of ending, of one game or all, on one server or all."""
    rows = r.queries.statistics.groups(r, game=game, guild=guild)
    return [load(Group, row) async for row in rows]


async def lengths(r: Reader, game: str, guild: int | None = None) -> list[tuple[int, int]]:
    """Return (number of actions, number of matches), shortest first."""
    rows = r.queries.statistics.lengths(r, game=game, guild=guild)
    return [(row["length"], row["matches"]) async for row in rows]
