"""Rows as tests ask for them and write them, where the bot itself never does."""

import sqlite3
from collections.abc import Mapping
from types import MappingProxyType

import asyncpg

from storage import Ending, QueuedMessage, Reader, Writer
from storage.rows import load
from storage.tables import histories, outbox
from storage.tables.histories import HistoryFilter
from storage.tables.ply import Ply, write_ply

REFUSED = (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError, asyncpg.RaiseError)
"""What an engine raises where a reference or a check forbids something."""


async def open_ids(r: Reader) -> list[str]:
    """Every match that continues, oldest first."""
    rows = await r.fetch("SELECT id FROM matches WHERE ended_at IS NULL ORDER BY created_at, id", {})
    return [row["id"] for row in rows]


async def finished_of(r: Reader, person: int, limit: int = 25, offset: int = 0) -> list[str]:
    """A person's matches that have ended and aren't sealed, latest first, each of two legs for itself."""
    wanted = HistoryFilter(person, every_leg=True)
    return [past.match_id for past in await histories.page(r, wanted, limit, offset)]


async def messages_of(r: Reader, match_id: str) -> list[QueuedMessage]:
    """All that was ever to be said about a match, in order."""
    rows = await r.fetch("SELECT * FROM outbox WHERE match_id = :id ORDER BY id", {"id": match_id})
    return [load(QueuedMessage, row) for row in rows]


async def append(w: Writer, match_id: str, number: int, seat: int, text: str, at: int) -> bool:
    """A ply of one action; returns whether it was written."""
    return await _write(w, Ply(match_id=match_id, number=number, at=at, actions=((seat, text),)))


async def end(
    w: Writer, match_id: str, winner: int | None, reason: str, at: int, stats_group: str = ""
) -> bool:
    """A ply without actions that ends the match; returns whether it was written."""
    (row,) = await w.fetch("SELECT length FROM matches WHERE id = :id", {"id": match_id})
    ending = Ending(winner, reason, stats_group)
    return await _write(w, Ply(match_id=match_id, number=row["length"] + 1, at=at, ending=ending))


async def _write(w: Writer, ply: Ply) -> bool:
    return await write_ply(w, ply)


async def claim_next(
    w: Writer,
    host: int,
    now: int,
    lease_seconds: int,
    limit: int,
    patience: Mapping[str, int] = MappingProxyType({}),
) -> list[QueuedMessage]:
    """What a host may send now, found and taken at once."""
    line = await outbox.line(w, host, now, 256, patience)
    return await outbox.claim(w, host, now, lease_seconds, limit, line)


async def next_moment(r: Reader, host: int, now: int) -> int | None:
    """When a host has something to send: now, later, or (None) never."""
    if await outbox.line(r, host, now, 1):
        return now
    return await outbox.next_due(r, host, now)
