"""Conditional actions: what a seat replies by itself when what it foresaw is played."""

import msgspec

from storage.engine.handle import Reader, Writer

ConditionalLine = tuple[str, ...]
ConditionalLines = tuple[ConditionalLine, ...]


class Conditions(msgspec.Struct, frozen=True):
    """Lines of actions from the record's `length` on: theirs, one's own, theirs, …

    `begun`: the line that is being entered, maybe with their action and no reply yet; it is never played."""

    length: int
    lines: ConditionalLines
    begun: ConditionalLine = ()


class _Kept(msgspec.Struct, frozen=True):
    """What stands in the row as JSON; rows from before there was `begun` hold the lines alone."""

    lines: ConditionalLines
    begun: ConditionalLine = ()


async def put(w: Writer, match_id: str, seat: int, conditions: Conditions) -> None:
    """Replace what a seat replies by itself, and what it is entering."""
    kept = msgspec.json.encode(_Kept(conditions.lines, conditions.begun)).decode()
    await w.queries.conditions.put(w, match_id=match_id, seat=seat, length=conditions.length, lines=kept)


async def get(r: Reader, match_id: str, seat: int) -> Conditions | None:
    """What a seat replies by itself; None also where a line is only begun, since nothing is replied then."""
    found = await entered(r, match_id, seat)
    return found if found is not None and found.lines else None


async def entered(r: Reader, match_id: str, seat: int) -> Conditions | None:
    """The same with the line that is being entered, which may be all there is."""
    row = await r.queries.conditions.get(r, match_id=match_id, seat=seat)
    return row and _read(row["length"], msgspec.json.decode(row["lines"], type=_Kept | ConditionalLines))


async def drop(w: Writer, match_id: str, seat: int) -> None:
    """Nothing is replied by itself any more."""
    await w.queries.conditions.drop(w, match_id=match_id, seat=seat)


def _read(length: int, kept: _Kept | ConditionalLines) -> Conditions:
    return Conditions(length, kept.lines, kept.begun) if isinstance(kept, _Kept) else Conditions(length, kept)
