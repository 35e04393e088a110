"""Reads the recorded actions from the bot's database: the only module here that knows its tables."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from bench.crowd.ledger import Ply, Record

_ACTIONS = """
SELECT matches.thread, seats.person, actions.text
FROM actions JOIN matches ON matches.id = actions.match_id
JOIN seats ON seats.match_id = actions.match_id AND seats.seat = actions.seat
WHERE matches.thread IS NOT NULL ORDER BY matches.created_at, matches.id, actions.number
"""


async def read_record_of_server(address: str) -> Record:
    """Return each thread's actions from a PostgreSQL server. Raises asyncpg's errors if it has no matches."""
    connection = await asyncpg.connect(address)
    try:
        return _by_thread(await connection.fetch(_ACTIONS))
    finally:
        await connection.close()


def read_record(database: Path) -> Record:
    """Return each thread's actions from a SQLite file. Raises sqlite3.Error if it has no matches."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA query_only = ON")
        return _by_thread(connection.execute(_ACTIONS))


def _by_thread(rows: Iterable[Iterable[Any]]) -> Record:
    found: defaultdict[str, list[Ply]] = defaultdict(list)
    for thread, person, text in rows:
        found[str(thread)].append(Ply(None if person is None else str(person), text))
    return found
