"""The hot path: everything that a ply changes, in one transaction and one hop between threads."""

from collections.abc import Awaitable, Callable

import msgspec

from storage.engine.database import Database
from storage.engine.handle import Writer
from storage.rows import Action, Message, ScheduledJob, dump
from storage.tables import outbox

Also = Callable[[Writer], Awaitable[None]]
"""Something that is written in the same transaction."""
ENDINGS = "endings"
"""Ends have an order, which says in which ratings follow one another."""


class Ending(msgspec.Struct, frozen=True):
    """How a match ends; winner None = nobody; `stats_group`: by what it is grouped in statistics; `sealed`:
    it counts when its second leg is over."""

    winner: int | None
    reason: str
    stats_group: str = ""
    sealed: bool = False


class Ply(msgspec.Struct, frozen=True, kw_only=True):
    """What one ply writes.

    number is that of the first action, that is, length + 1; without actions (a time-out) it must still be the
    next one. Kinds in `clear` are deadlines of this match; kinds in `supersede` are messages about this match
    that have not been sent and need not be, because `messages` say something newer. `unbriefed`: seats that
    must not have seen yet what they were dealt. `also`: what else follows, after everything else.
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
    """Write a ply, durably, or several of one match that follow one another; False, and nothing written, when
    its number is taken, the match is over, or one of the seats has been briefed that must not have been."""

    async def write(w: Writer) -> bool:
        for ply in plies:
            if not await write_ply(w, ply):
                return False
        return True

    return await database.transact(write, *dict.fromkeys(name for ply in plies for name in alone_for(ply)))


def alone_for(ply: Ply) -> tuple[str, ...]:
    """What the transaction that writes a ply needs for itself: ends have an order, and ratings follow it."""
    return (f"match:{ply.match_id}",) + ((ENDINGS,) if ply.ending is not None else ())


async def write_ply(w: Writer, ply: Ply) -> bool:
    """The same within a transaction under way."""
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
