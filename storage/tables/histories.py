"""What a person has played: matches that have ended, seen from their seat."""

import msgspec

from storage.engine.handle import Reader
from storage.rows import load


class HistoryFilter(msgspec.Struct, frozen=True):
    """Of whose matches, and of which: of a game, against a person, against an AI only (`level`); `every_leg`:
    two legs are two entries, and not one."""

    person: int
    game: str | None = None
    opponent: int | None = None
    level: bool = False
    every_leg: bool = False


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has ended. `first_leg`: where two legs are this entry, the first one; seat, winner, reason
    and end are those of the second then, the rest those of both. `opponent`: a name, None for an AI, whose
    `level` is given; `length`: actions; `before`, `after`: the rating, None where the match did not count."""

    match_id: str
    first_leg: str | None
    game: str
    seat: int
    winner: int | None
    reason: str
    length: int
    ended_at: int
    channel: int | None
    thread: int | None
    opponent: str | None
    level: str | None
    before: float | None
    after: float | None


async def page(r: Reader, wanted: HistoryFilter, limit: int, offset: int = 0) -> list[Past]:
    """A person's matches that have ended, latest first."""
    rows = r.queries.histories.page(r, **_parameters(wanted), limit=limit, offset=offset)
    return [load(Past, row) async for row in rows]


async def count(r: Reader, wanted: HistoryFilter) -> int:
    """How many there are."""
    matches: int = await r.queries.histories.count(r, **_parameters(wanted))
    return matches


def _parameters(wanted: HistoryFilter) -> dict[str, int | str | None]:
    switches = {"level": int(wanted.level), "every_leg": int(wanted.every_leg)}
    return {**msgspec.structs.asdict(wanted), **switches}
