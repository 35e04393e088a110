"""How matches have ended, counted. Only those that are over and count: not aborted or cancelled ones."""

import msgspec

from storage.engine.handle import Reader
from storage.rows import load


class Group(msgspec.Struct, frozen=True):
    """How many matches of a game and a chapter (empty: of none) ended so."""

    game: str
    winner: int | None
    reason: str
    stats_group: str
    matches: int


async def groups(r: Reader, game: str | None = None, guild: int | None = None) -> list[Group]:
    """All endings there are: of one game or of every one, in one server or everywhere."""
    rows = r.queries.statistics.groups(r, game=game, guild=guild)
    return [load(Group, row) async for row in rows]


async def lengths(r: Reader, game: str, guild: int | None = None) -> list[tuple[int, int]]:
    """(actions, how many matches have so many), the shortest first."""
    rows = r.queries.statistics.lengths(r, game=game, guild=guild)
    return [(row["length"], row["matches"]) async for row in rows]
