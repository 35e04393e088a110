"""Deadlines: what happens by itself at its time."""

from storage.handle import Reader, Writer
from storage.rows import Deadline, DueDeadline, dump, load


async def set(w: Writer, deadline: Deadline) -> None:
    """Set a deadline, or move the one of this kind and subject that is not done yet."""
    await w.queries.deadlines.set(w, [dump(deadline)])


async def clear(w: Writer, kind: str, subject: str, at: int) -> None:
    """It is not to happen any more."""
    await w.queries.deadlines.clear(w, [{"kind": kind, "subject": subject, "at": at}])


async def claim(w: Writer, now: int, lease_seconds: int, limit: int) -> list[DueDeadline]:
    """Take what is due, earliest first; nobody else is given it for lease_seconds."""
    rows = w.queries.deadlines.claim(w, now=now, until=now + lease_seconds, limit=limit)
    claimed = [load(DueDeadline, row) async for row in rows]
    return sorted(claimed, key=lambda deadline: (deadline.due_at, deadline.id))


async def done(w: Writer, deadline: DueDeadline, at: int) -> bool:
    """It has happened. False when it was moved or cleared since it was claimed: then it must not happen.

    Call it first, in the transaction that does what is due.
    """
    happened = await w.queries.deadlines.done(w, id=deadline.id, due_at=deadline.due_at, at=at)
    return happened is not None


async def get(r: Reader, kind: str, subject: str) -> DueDeadline | None:
    """The deadline of this kind and subject that is not done yet."""
    row = await r.queries.deadlines.get(r, kind=kind, subject=subject)
    return row and load(DueDeadline, row)


async def release(w: Writer) -> None:
    """Forget all leases: at the start, when whoever held them is gone, and when what stood in the way is."""
    await w.queries.deadlines.release(w)


async def go_back(w: Writer, before: int, after: int, soon: int) -> None:
    """The clock went back: what was due until `soon` seconds after `before` is due as if it had not; leases
    last as long."""
    await w.queries.deadlines.go_back(w, by=before - after, until=before + soon)


async def next_due(r: Reader) -> int | None:
    """The time from which claim may find something; None means never."""
    due: int | None = await r.queries.deadlines.next_due(r)
    return due


async def undone(r: Reader, kind: str) -> list[DueDeadline]:
    """All of a kind that are not done yet, earliest first."""
    return [load(DueDeadline, row) async for row in r.queries.deadlines.undone(r, kind=kind)]


async def of_open_matches(r: Reader, person: int, kind: str) -> list[DueDeadline]:
    """Those of a kind that are not done yet, of a person's matches that go on."""
    rows = r.queries.deadlines.of_open_matches(r, person=person, kind=kind)
    return [load(DueDeadline, row) async for row in rows]
