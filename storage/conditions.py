"""Conditional actions: what a seat replies by itself when what it foresaw is played."""

import msgspec

from storage.handle import Reader, Writer

Lines = tuple[tuple[str, ...], ...]


class Conditions(msgspec.Struct, frozen=True):
    """Lines of actions from the record's `length` on: theirs, one's own, theirs, …"""

    length: int
    lines: Lines


async def put(w: Writer, match_id: str, seat: int, conditions: Conditions) -> None:
    """Replace what a seat replies by itself."""
    lines = msgspec.json.encode(conditions.lines).decode()
    await w.queries.conditions.put(w, match_id=match_id, seat=seat, length=conditions.length, lines=lines)


async def get(r: Reader, match_id: str, seat: int) -> Conditions | None:
    """What a seat replies by itself."""
    row = await r.queries.conditions.get(r, match_id=match_id, seat=seat)
    return row and Conditions(row["length"], msgspec.json.decode(row["lines"], type=Lines))


async def drop(w: Writer, match_id: str, seat: int) -> None:
    """Nothing is replied by itself any more."""
    await w.queries.conditions.drop(w, match_id=match_id, seat=seat)
