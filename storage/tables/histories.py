"""A person's finished matches, seen from their seat."""

import msgspec

from storage.engine.handle import Reader
from storage.rows import load


class HistoryFilter(msgspec.Struct, frozen=True):
    """A person's finished matches: of a game, against a person, or only against an AI (`level`).

    With `every_leg`, two legs are two entries instead of one.
    """

    person: int
    game: str | None = None
    opponent: int | None = None
    level: bool = False
    every_leg: bool = False


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match, with the opponent's name, or the level of an AI.

    If two legs are one entry, `first_leg` is the first one; seat, winner, reason and end are those of the
    second leg, and the rest covers both. `length` is in actions. `before` and `after` are the player's
    rating, None if the match didn't count.
    """

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
    """Return a person's finished matches, latest first."""
    rows = r.queries.histories.page(r, **_parameters(wanted), limit=limit, offset=offset)
    return [load(Past, row) async for row in rows]


async def count(r: Reader, wanted: HistoryFilter) -> int:
    """Return the number of a person's finished matches."""
    matches: int = await r.queries.histories.count(r, **_parameters(wanted))
    return matches


def _parameters(wanted: HistoryFilter) -> dict[str, int | str | None]:
    switches = {"level": int(wanted.level), "every_leg": int(wanted.every_leg)}
    return {**msgspec.structs.asdict(wanted), **switches}
