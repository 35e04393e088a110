"""The hot path: all changes of a ply in one transaction and one thread hop."""

from collections.abc import Awaitable, Callable

import msgspec

from storage.engine.database import Database
from storage.engine.handle import Writer
from storage.rows import Action, Message, ScheduledJob, dump
from storage.tables import outbox

Also = Callable[[Writer], Awaitable[None]]
"""A further write within the same transaction."""
ENDINGS = "endings"
"""The name held by transactions that end a match: endings are numbered, and ratings follow that order."""


class Ending(msgspec.Struct, frozen=True):
    """How a match ends: the winning seat (None without one), the reason, and the group in statistics.

    If `sealed`, it counts only once the second leg is over.
    """

    winner: int | None
    reason: str
    stats_group: str = ""
    sealed: bool = False


class Ply(msgspec.Struct, frozen=True, kw_only=True):
    """The changes of one ply.

    Attributes:
        number: The number of the first action, which is the match's length + 1. Without actions (a timeout)
            it must still be the next number.
        at: The time of the ply, in epoch seconds.
        actions: (seat, text) of each action.
        clear: The kinds of this match's scheduled jobs to clear.
        deadlines: Jobs to add, or to move if undone.
        supersede: The kinds of unsent messages about this match that `messages` make obsolete.
        unbriefed: The seats that must not have seen their dealt information yet.
        also: Further writes, done last.
    """

    match_id: str
    number: int
    at: int
    actions: tuple[tuple[int, str], ...] = ()
    ending: Ending | None = None
    clear: tuple[str, ...] = ()
    deadlines: tuple[ScheduledJob, ...] = ()
    supersede: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()
    unbriefed: tuple[int, ...] = ()
    also: tuple[Also, ...] = ()


async def commit_ply(database: Database, *plies: Ply) -> bool:
    """Write one ply durably, or several consecutive ones of a match.

    Return False, with nothing written, if a number is taken, the match is over or paused, or a seat in
    `unbriefed` has seen its dealt information.
    """

    async def write(w: Writer) -> bool:
        for ply in plies:
            if not await write_ply(w, ply):
                return False
        return True

    return await database.transact(write, *dict.fromkeys(name for ply in plies for name in alone_for(ply)))


def alone_for(ply: Ply) -> tuple[str, ...]:
    """Return the names that a ply's transaction holds: its match, and `ENDINGS` if it ends."""
    return (f"match:{ply.match_id}",) + ((ENDINGS,) if ply.ending is not None else ())


async def write_ply(w: Writer, ply: Ply) -> bool:
    """Write a ply within the running transaction; return False as `commit_ply` does."""
    if await _has_been_seen(w, ply) or not await _append(w, ply):
        return False
    if ply.ending is not None:
        await _finish(w, ply, ply.ending)
    if ply.clear:
        rows = [{"kind": kind, "subject": ply.match_id, "at": ply.at} for kind in ply.clear]
        await w.queries.scheduled_jobs.clear(w, rows)
    if ply.deadlines:
        await w.queries.scheduled_jobs.set(w, [dump(deadline, set_at=w.now()) for deadline in ply.deadlines])
    for kind in ply.supersede:
        await outbox.cancel(w, ply.match_id, kind, ply.at)
    if ply.messages:
        await w.queries.outbox.add(w, [dump(message) for message in ply.messages])
    for write in ply.also:
        await write(w)
    return True


async def _has_been_seen(w: Writer, ply: Ply) -> bool:
    for seat in ply.unbriefed:
        if await w.queries.matches.is_briefed(w, id=ply.match_id, seat=seat):
            return True
    return False


async def _append(w: Writer, ply: Ply) -> bool:
    before = ply.number - 1
    length = before + len(ply.actions)
    if await w.queries.matches.advance(w, id=ply.match_id, length=length, expected=before) is None:
        return False
    actions = [Action(number, *action, ply.at) for number, action in enumerate(ply.actions, ply.number)]
    await w.queries.matches.add_actions(w, [dump(action, match_id=ply.match_id) for action in actions])
    return True


async def _finish(w: Writer, ply: Ply, ending: Ending) -> None:
    await w.queries.matches.unseal(w, id=ply.match_id, at=ply.at)
    await w.queries.matches.finish(
        w,
        id=ply.match_id,
        ended_at=ply.at,
        winner=ending.winner,
        reason=ending.reason,
        stats_group=ending.stats_group,
        sealed=int(ending.sealed),
    )
    await w.queries.matches.finish_seats(w, id=ply.match_id, ended_at=ply.at)
