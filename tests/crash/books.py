"""The contents of the bot's database, read while the bot runs and after it has ended."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.core.match_state import MatchState, apply_actions, opening
from storage.engine.handle import OneHopAdapter, Reader, load_queries
from storage.engine.postgresql.connection import connect
from storage.engine.postgresql.statements import Remote
from storage.engine.sqlite.connection import connect_reader
from storage.engine.sqlite.statements import Hopping
from storage.rows import QueuedMessage
from storage.tables import matches
from tests.kit.rows import messages_of, open_ids


@dataclass(frozen=True)
class Books:
    """The matches and challenges in the database, with the messages about each match.

    `unreadable` maps a match to the reason why it can't be read.
    """

    tables: dict[str, MatchState]
    messages: dict[str, list[QueuedMessage]]
    challenges: set[str]
    unreadable: dict[str, str]


Place = Path | str
"""The path of an SQLite file, or the address of a PostgreSQL server."""


@asynccontextmanager
async def reading(place: Place) -> AsyncIterator[Reader]:
    """Yield a separate reader with one consistent snapshot, without locks that could block the bot."""
    reader = _in_file(place) if isinstance(place, Path) else _on_server(place)
    async with reader as r:
        yield r


@asynccontextmanager
async def _on_server(address: str) -> AsyncIterator[Reader]:
    connection = await connect(address, "the crash harness")
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield Reader(Remote(connection), load_queries(OneHopAdapter, "postgresql"))
    finally:
        await connection.close()


@asynccontextmanager
async def _in_file(path: Path) -> AsyncIterator[Reader]:
    connection = await connect_reader(path)
    try:
        await connection.execute("BEGIN")
        yield Reader(Hopping(connection), load_queries())
    finally:
        await connection.close()


async def read_books(place: Place) -> Books:
    """Return all matches, each folded from its record alone, with their messages."""
    async with reading(place) as r:
        ids = [row["id"] for row in await r.fetch("SELECT id FROM matches ORDER BY created_at, id", {})]
        challenges = {row["id"] for row in await r.fetch("SELECT id FROM challenges", {})}
        tables, unreadable = dict[str, MatchState](), dict[str, str]()
        for match_id in ids:
            try:
                tables[match_id] = await _table(r, match_id)
            except Exception as error:
                unreadable[match_id] = f"{type(error).__name__}: {error}"
        messages = {match_id: await messages_of(r, match_id) for match_id in ids}
    return Books(tables, messages, challenges, unreadable)


async def _table(r: Reader, match_id: str) -> MatchState:
    match = await matches.get(r, match_id)
    assert match is not None
    actions = await matches.actions(r, match_id)
    numbers = [action.number for action in actions]
    if numbers != list(range(1, match.length + 1)):
        raise ValueError(f"its actions are numbered {numbers}, its length is {match.length}")
    return apply_actions(opening(match), actions)


_UNSENT = """SELECT id, nonce FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL
AND (kind <> 'home' OR due_at <= :now)"""
"""Query for unsent messages: pings count at once, lists of matches (“home”) only when they're due."""


async def left_to_do(place: Place, now: float) -> list[str]:
    """Return the bot's present tasks: unsent messages, due deadlines, and AIs that must move."""
    async with reading(place) as r:
        unsent = await r.fetch(_UNSENT, {"now": int(now)})
        due = await r.fetch(
            "SELECT kind, subject FROM deadlines WHERE done_at IS NULL AND due_at <= :now", {"now": int(now)}
        )
        thinking = [id for id in await open_ids(r) if (await _table(r, id)).bot_to_act() is not None]
    return [
        *(f"message {row['id']} ({row['nonce']}) is unsent" for row in unsent),
        *(f"deadline {row['kind']} of {row['subject']} has not fired" for row in due),
        *(f"match {id}: the AI to move does not move" for id in thinking),
    ]


async def with_a_clock(place: Place) -> list[str]:
    """Return the ids of open matches with a pending turn deadline."""
    async with reading(place) as r:
        rows = await r.fetch(
            "SELECT m.id FROM matches AS m JOIN deadlines AS d ON d.subject = m.id AND d.kind = 'turn' "
            "WHERE m.ended_at IS NULL AND d.done_at IS NULL",
            {},
        )
    return [row["id"] for row in rows]


def faults_of_file(path: Path) -> list[str]:
    """Return the faults that SQLite itself finds in the file."""
    with closing(sqlite3.connect(path)) as raw:
        whole: list[Any] = raw.execute("PRAGMA integrity_check").fetchall()
        keys: list[Any] = raw.execute("PRAGMA foreign_key_check").fetchall()
    return [f"integrity: {row}" for row in whole if row != ("ok",)] + [f"foreign key: {row}" for row in keys]


_TAKEN = """SELECT 'message' AS what, id FROM outbox
WHERE lease_by IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL
UNION ALL SELECT 'job', id FROM deadlines WHERE lease_by IS NOT NULL AND done_at IS NULL
UNION ALL SELECT 'host', id FROM hosts
UNION ALL SELECT 'taker of shard', number FROM shards WHERE taker IS NOT NULL OR former IS NOT NULL"""


async def left_behind(address: str) -> list[str]:
    """Return what processes still hold on a server after all of them have shut down."""
    async with reading(address) as r:
        return [f"{row['what']} {row['id']} is left behind" for row in await r.fetch(_TAKEN, {})]
