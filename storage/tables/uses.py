"""When somebody has done something of which there is only so much at a time; `what` says which."""

from storage.engine.handle import Reader, Writer


async def moments(r: Reader, person: int, what: str, after: int, until: int) -> list[int]:
    """When a person has done something since `after`, newest first; once for each time."""
    found = r.queries.uses.between(r, person=person, what=what, after=after, until=until)
    return [row["at"] async for row in found for _ in range(row["times"])]


async def add(w: Writer, person: int, what: str, at: int) -> None:
    """A person does something."""
    await w.queries.uses.add(w, person=person, what=what, at=at)


async def take_back(w: Writer, person: int, what: str, at: int) -> None:
    """What was added at a moment has not happened after all."""
    await w.queries.uses.take_back(w, person=person, what=what, at=at)


async def forget(w: Writer, before: int) -> None:
    """What was done up to a moment doesn't count any more."""
    await w.queries.uses.forget(w, before=before)
