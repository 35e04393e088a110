"""Deadlines: what happens by itself at its time."""

from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, ScheduledJob, dump, load


async def set(w: Writer, deadline: ScheduledJob) -> None:
    """Set a deadline, or move the one of this kind and subject that is not done yet."""
    await w.queries.scheduled_jobs.set(w, [dump(deadline, set_at=w.now())])


async def clear(w: Writer, kind: str, subject: str, at: int) -> None:
    """It is not to happen any more."""
    await w.queries.scheduled_jobs.clear(w, [{"kind": kind, "subject": subject, "at": at}])


async def claim(w: Writer, host: int, now: int, lease_seconds: int, limit: int) -> list[DueJob]:
    """Take what is due, earliest first; it is given to the host again after lease_seconds, and to others once
    it is put back, or the host is gone (`free`)."""
    until = now + lease_seconds
    rows = w.queries.scheduled_jobs.claim(w, host=host, now=now, until=until, limit=limit)
    claimed = [load(DueJob, row) async for row in rows]
    return sorted(claimed, key=lambda deadline: (deadline.due_at, deadline.id))


async def done(w: Writer, deadline: DueJob, at: int) -> bool:
    """It has happened. False when it was moved, cleared, or taken by another host since it was claimed: then
    it must not happen.

    Call it first, in the transaction that does what is due.
    """
    return await w.queries.scheduled_jobs.done(w, **_held(deadline), at=at) is not None


async def put_back(w: Writer, deadline: DueJob, until: int | None = None) -> bool:
    """It could not happen: when its lease ends, or `until` then, any host may try. False as with `done`."""
    lease_until = deadline.lease_until if until is None else until
    back = w.queries.scheduled_jobs.put_back(w, **_held(deadline), until=lease_until)
    return await back is not None


def _held(deadline: DueJob) -> dict[str, int]:
    """By which a statement finds a row while it is due when it was, and held by whom it was held by."""
    holder = -1 if deadline.lease_by is None else deadline.lease_by
    return {"id": deadline.id, "due_at": deadline.due_at, "lease_by": holder}


async def get(r: Reader, kind: str, subject: str) -> DueJob | None:
    """The deadline of this kind and subject that is not done yet."""
    row = await r.queries.scheduled_jobs.get(r, kind=kind, subject=subject)
    return row and load(DueJob, row)


async def release(w: Writer) -> None:
    """What no host on the list looks after is due as if it had not been tried: at the start, and when what
    stood in the way is gone."""
    await w.queries.scheduled_jobs.release(w)


async def free(w: Writer) -> int:
    """What hosts looked after that are not on the list any more is due again; counted."""
    return len([row async for row in w.queries.scheduled_jobs.free(w)])


async def next_due(r: Reader, host: int) -> int | None:
    """The time from which claim may find something for a host; None means never."""
    due: int | None = await r.queries.scheduled_jobs.next_due(r, host=host)
    return due


async def undone(r: Reader, kind: str) -> list[DueJob]:
    """All of a kind that are not done yet, earliest first."""
    return [load(DueJob, row) async for row in r.queries.scheduled_jobs.undone(r, kind=kind)]


async def of_open_matches(r: Reader, person: int, kind: str) -> list[DueJob]:
    """Those of a kind that are not done yet, of a person's matches that go on."""
    rows = r.queries.scheduled_jobs.of_open_matches(r, person=person, kind=kind)
    return [load(DueJob, row) async for row in rows]


async def silences_of(r: Reader, person: int) -> list[str]:
    """The matches in which a person's clock is stopped since they couldn't be told."""
    return [row["subject"] async for row in r.queries.scheduled_jobs.silences_of(r, person=person)]


async def silences_in(r: Reader, guild: int) -> list[str]:
    """The matches of a server in which somebody's is."""
    return [row["subject"] async for row in r.queries.scheduled_jobs.silences_in(r, guild=guild)]


async def take(w: Writer, kind: str, subject: str, host: int, until: int) -> bool:
    """Take one whether it is due or not; nobody else is given it while the host is there. False: another one
    has it, or it's done."""
    taken = w.queries.scheduled_jobs.take(w, kind=kind, subject=subject, host=host, until=until)
    return await taken is not None


async def let_go(w: Writer, kind: str, host: int) -> None:
    """Others may take what a host has of a kind."""
    await w.queries.scheduled_jobs.let_go(w, kind=kind, host=host)
