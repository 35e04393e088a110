"""Reading and writing database rows in ways that only tests need."""

import sqlite3
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import asyncpg

from storage import Database, Ending, QueuedMessage, Reader, Writer
from storage.rows import load
from storage.tables import histories, outbox
from storage.tables.histories import HistoryFilter
from storage.tables.ply import Ply, write_ply
from tests.kit.sql import sql

REFUSED = (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError, asyncpg.RaiseError)
"""What an engine raises when a reference or a check forbids a row."""


KEPT = (
    *("matches", "seats", "actions", "documents", "offers", "conditions", "challenges", "seeks", "outbox"),
    *("deadlines", "redactions", "blocks", "unwanted", "suspensions", "reports", "server_log", "guilds"),
    *("contests", "contest_events", "contest_matches", "contest_people", "ratings", "rating_changes"),
)
"""Tables that a refusal mustn't change: all lasting data, without timestamps and caches."""


async def lasting_rows(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return all lasting rows, in the order of their keys."""
    return {name: await sql(database, f"SELECT * FROM {name} ORDER BY 1, 2") for name in KEPT}


async def open_ids(r: Reader) -> list[str]:
    """Return the ids of all open matches, oldest first."""
    rows = await r.fetch(
        "SELECT id FROM matches WHERE ended_at IS NULL ORDER BY created_at, "
        "(SELECT max(interaction) FROM seats WHERE match_id = id), id",
        {},
    )
    return [row["id"] for row in rows]


async def finished_of(r: Reader, person: int, limit: int = 25, offset: int = 0) -> list[str]:
    """Return a person's finished, unsealed matches, latest first, with each leg as its own entry."""
    wanted = HistoryFilter(person, every_leg=True)
    return [past.match_id for past in await histories.page(r, wanted, limit, offset)]


async def messages_of(r: Reader, match_id: str) -> list[QueuedMessage]:
    """Return all outbox messages about a match, in order."""
    rows = await r.fetch("SELECT * FROM outbox WHERE match_id = :id ORDER BY id", {"id": match_id})
    return [load(QueuedMessage, row) for row in rows]


async def messages_of_kind(r: Reader, kind: str) -> list[QueuedMessage]:
    """Return all outbox messages of a kind, in order."""
    rows = await r.fetch("SELECT * FROM outbox WHERE kind = :kind ORDER BY id", {"kind": kind})
    return [load(QueuedMessage, row) for row in rows]


async def append(w: Writer, match_id: str, number: int, seat: int, text: str, at: int) -> bool:
    """Write a ply with one action; return whether it was written."""
    return await _write(w, Ply(match_id=match_id, number=number, at=at, actions=((seat, text),)))


async def end(
    w: Writer, match_id: str, winner: int | None, reason: str, at: int, stats_group: str = ""
) -> bool:
    """Write a ply that ends the match without an action; return whether it was written."""
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
    """Find the messages that a process may send now, and claim them."""
    line = await outbox.line(w, host, now, 256, patience)
    return await outbox.claim(w, host, now, lease_seconds, limit, line)


async def next_moment(r: Reader, host: int, now: int) -> int | None:
    """Return when a process next has something to send, or None if never."""
    if await outbox.line(r, host, now, 1):
        return now
    return await outbox.next_due(r, host, now)
