"""Times of actions whose frequency is limited; `what` names the limit."""

from storage.engine.handle import Reader, Writer


async def moments(r: Reader, person: int, what: str, after: int, until: int) -> list[int]:
    """Return when a person used something in (after, until], newest first, once for each use."""
    found = r.queries.uses.between(r, person=person, what=what, after=after, until=until)
    return [row["at"] async for row in found for _ in range(row["times"])]


async def add(w: Writer, person: int, what: str, at: int) -> None:
    """Record one use."""
    await w.queries.uses.add(w, person=person, what=what, at=at)


async def take_back(w: Writer, person: int, what: str, at: int) -> None:
    """Undo the record of one use at a moment."""
    await w.queries.uses.take_back(w, person=person, what=what, at=at)


async def forget(w: Writer, before: int) -> None:
    """Delete the records up to and including a moment."""
    await w.queries.uses.forget(w, before=before)
