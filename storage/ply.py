"""The hot path: everything that a ply changes, in one transaction and one hop between threads."""

import sqlite3
from collections.abc import Callable
from types import SimpleNamespace

import msgspec

from storage.database import Database
from storage.rows import Action, Deadline, Message, dump

Also = Callable[[sqlite3.Connection, SimpleNamespace], None]
"""Something that is written in the same transaction."""


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
    that have not been sent and need not be, because `messages` say something newer. `banks`: (seat, seconds)
    that are left to a seat between its turns. `unbriefed`: seats that must not have seen yet what they were
    dealt. `also`: what else follows, after everything else.
    """

    match_id: str
    number: int
    at: int
    actions: tuple[tuple[int, str], ...] = ()
    ending: Ending | None = None
    clear: tuple[str, ...] = ()
    deadlines: tuple[Deadline, ...] = ()
    supersede: tuple[str, ...] = ()
    messages: tuple[Message, ...] = ()
    banks: tuple[tuple[int, int], ...] = ()
    unbriefed: tuple[int, ...] = ()
    also: tuple[Also, ...] = ()


async def commit_ply(database: Database, ply: Ply) -> bool:
    """Write a ply, durably; False, and nothing written, when its number is taken, the match is over, or one
    of the seats has been briefed that must not have been."""
    return await database.transact(lambda raw, queries: write_ply(raw, queries, ply))


def write_ply(raw: sqlite3.Connection, queries: SimpleNamespace, ply: Ply) -> bool:
    """The same within a transaction under way."""
    seen = (queries.matches.is_briefed(raw, id=ply.match_id, seat=seat) for seat in ply.unbriefed)
    if any(seen) or not _append(raw, queries, ply):
        return False
    if ply.ending is not None:
        _finish(raw, queries, ply, ply.ending)
    if ply.banks:
        rows = [{"match_id": ply.match_id, "seat": seat, "bank": bank} for seat, bank in ply.banks]
        queries.matches.set_bank(raw, rows)
    if ply.clear:
        rows = [{"kind": kind, "subject": ply.match_id, "at": ply.at} for kind in ply.clear]
        queries.deadlines.clear(raw, rows)
    if ply.deadlines:
        queries.deadlines.set(raw, [dump(deadline) for deadline in ply.deadlines])
    for kind in ply.supersede:
        list(queries.outbox.cancel(raw, match_id=ply.match_id, kind=kind, at=ply.at, before=2**63 - 1))
    if ply.messages:
        queries.outbox.add(raw, [dump(message) for message in ply.messages])
    for write in ply.also:
        write(raw, queries)
    return True


def _append(raw: sqlite3.Connection, queries: SimpleNamespace, ply: Ply) -> bool:
    before = ply.number - 1
    length = before + len(ply.actions)
    if queries.matches.advance(raw, id=ply.match_id, length=length, expected=before) is None:
        return False
    actions = [Action(number, *action, ply.at) for number, action in enumerate(ply.actions, ply.number)]
    queries.matches.add_actions(raw, [dump(action, match_id=ply.match_id) for action in actions])
    return True


def _finish(raw: sqlite3.Connection, queries: SimpleNamespace, ply: Ply, ending: Ending) -> None:
    queries.matches.unseal(raw, id=ply.match_id, at=ply.at)
    queries.matches.finish(
        raw,
        id=ply.match_id,
        ended_at=ply.at,
        winner=ending.winner,
        reason=ending.reason,
        stats_group=ending.stats_group,
        sealed=int(ending.sealed),
    )
    queries.matches.finish_seats(raw, id=ply.match_id, ended_at=ply.at)
