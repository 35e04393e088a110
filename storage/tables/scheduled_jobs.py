"""Scheduled jobs (table `deadlines`): work to do at a given time.

There is at most one undone job for each kind and subject.
"""

from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, ScheduledJob, dump, load


async def set(w: Writer, deadline: ScheduledJob) -> None:
    """Add a job, or move the undone one of the same kind and subject."""
    await w.queries.scheduled_jobs.set(w, [dump(deadline, set_at=w.now())])


async def clear(w: Writer, kind: str, subject: str, at: int) -> None:
    """Cancel a job."""
    await w.queries.scheduled_jobs.clear(w, [{"kind": kind, "subject": subject, "at": at}])


async def claim(w: Writer, host: int, now: int, lease_seconds: int, limit: int) -> list[DueJob]:
    """Lease the due jobs, earliest first.

    The process gets an unfinished job again after `lease_seconds`; others do once it's put back or the
    process is gone (`free`).
    """
    until = now + lease_seconds
    rows = w.queries.scheduled_jobs.claim(w, host=host, now=now, until=until, limit=limit)
    claimed = [load(DueJob, row) async for row in rows]
    return sorted(claimed, key=lambda deadline: (deadline.due_at, deadline.id))


async def mark_done(w: Writer, deadline: DueJob, at: int) -> bool:
    """Mark a job as done; call this first in the transaction that does its work.

    Return False if it was moved, cleared or taken by another process since the claim: do nothing then.
    """
    return await w.queries.scheduled_jobs.done(w, **_match_holder(deadline), at=at) is not None


async def put_back(w: Writer, deadline: DueJob, until: int | None = None) -> bool:
    """Return a failed job for any process to try again at `until` (epoch seconds; None: when its lease ends).

    Return False, as `mark_done` does, if it was moved, cleared or taken by another process since the claim.
    """
    lease_until = deadline.lease_until if until is None else until
    back = w.queries.scheduled_jobs.put_back(w, **_match_holder(deadline), until=lease_until)
    return await back is not None


def _match_holder(deadline: DueJob) -> dict[str, int]:
    """Return the parameters that match a row only while its due time and holder are unchanged."""
    holder = -1 if deadline.lease_by is None else deadline.lease_by
    return {"id": deadline.id, "due_at": deadline.due_at, "lease_by": holder}


async def get(r: Reader, kind: str, subject: str) -> DueJob | None:
    """Return the undone job of this kind and subject, or None."""
    row = await r.queries.scheduled_jobs.get(r, kind=kind, subject=subject)
    return row and load(DueJob, row)


async def release(w: Writer) -> None:
    """Make jobs due that no listed process holds, as if untried.

    For the start, and for when an obstacle to the jobs is gone.
    """
    await w.queries.scheduled_jobs.release(w)


async def free(w: Writer) -> int:
    """Make jobs due again that processes no longer listed held; return how many."""
    return len([row async for row in w.queries.scheduled_jobs.free(w)])


async def next_due(r: Reader, host: int) -> int | None:
    """Return the time from which `claim` may find a job for a process, or None."""
    due: int | None = await r.queries.scheduled_jobs.next_due(r, host=host)
    return due


async def undone(r: Reader, kind: str) -> list[DueJob]:
    """Return all undone jobs of a kind, earliest first."""
    return [load(DueJob, row) async for row in r.queries.scheduled_jobs.undone(r, kind=kind)]


async def silences_of(r: Reader, person: int) -> list[str]:
    """Return the matches in which a person's clock is stopped because they couldn't be notified."""
    return [row["subject"] async for row in r.queries.scheduled_jobs.silences_of(r, person=person)]


async def silences_in(r: Reader, guild: int) -> list[str]:
    """Return a server's matches in which a player's clock is stopped because they couldn't be notified."""
    return [row["subject"] async for row in r.queries.scheduled_jobs.silences_in(r, guild=guild)]


async def take(w: Writer, kind: str, subject: str, host: int, until: int) -> bool:
    """Lease a job, due or not, for as long as this process lives; return False if it's taken or done.

    From `until` on (epoch seconds), `claim` returns it to this process again.
    """
    taken = w.queries.scheduled_jobs.take(w, kind=kind, subject=subject, host=host, until=until)
    return await taken is not None


async def let_go(w: Writer, kind: str, host: int) -> None:
    """Release all jobs of a kind that a process holds."""
    await w.queries.scheduled_jobs.let_go(w, kind=kind, host=host)
