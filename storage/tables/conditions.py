"""Conditional moves: a seat's prepared replies, played automatically."""

import msgspec

from storage.engine.handle import Reader, Writer

ConditionalLine = tuple[str, ...]
ConditionalLines = tuple[ConditionalLine, ...]


class Conditions(msgspec.Struct, frozen=True):
    """The conditional lines of a seat.

    Attributes:
        length: The record's length from which on they apply.
        lines: Each line's actions, the opponent's and the seat's own in turn.
        begun: The line being entered, perhaps without its last reply yet; it is never played.
    """

    length: int
    lines: ConditionalLines
    begun: ConditionalLine = ()


class _Kept(msgspec.Struct, frozen=True):
    """The JSON content of a row; rows older than `begun` hold the bare list of lines."""

    lines: ConditionalLines
    begun: ConditionalLine = ()


async def put(w: Writer, match_id: str, seat: int, conditions: Conditions) -> None:
    """Replace a seat's conditional lines and the line being entered."""
    kept = msgspec.json.encode(_Kept(conditions.lines, conditions.begun)).decode()
    await w.queries.conditions.put(w, match_id=match_id, seat=seat, length=conditions.length, lines=kept)


async def get(r: Reader, match_id: str, seat: int) -> Conditions | None:
    """Return a seat's conditional lines, or None if there's no complete one."""
    found = await find_entered(r, match_id, seat)
    return found if found is not None and found.lines else None


async def find_entered(r: Reader, match_id: str, seat: int) -> Conditions | None:
    """Return a seat's conditional lines even if there is only the one being entered, or None."""
    row = await r.queries.conditions.get(r, match_id=match_id, seat=seat)
    return row and _read(row["length"], msgspec.json.decode(row["lines"], type=_Kept | ConditionalLines))


async def drop(w: Writer, match_id: str, seat: int) -> None:
    """Delete a seat's conditional lines."""
    await w.queries.conditions.drop(w, match_id=match_id, seat=seat)


def _read(length: int, kept: _Kept | ConditionalLines) -> Conditions:
    return Conditions(length, kept.lines, kept.begun) if isinstance(kept, _Kept) else Conditions(length, kept)
