"""Clones of a match by the hundred thousand: the database engine itself copies its rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import asyncpg

from storage.engine.opening import is_address
from storage.engine.postgresql.statements import number_parameters

MATCHES_OF_TWO = 10
"""Number of matches that two people share."""

LANE = """CASE WHEN t.lane LIKE 'person:%' THEN 'person:' || (CAST(substr(t.lane, 8) AS BIGINT) + further)
ELSE replace(t.lane, :source, copies.id) END"""
COPIED = {
    "matches": {"id": "copies.id"},
    "seats": {"match_id": "copies.id", "person": "t.person + further"},
    "actions": {"match_id": "copies.id"},
    "deadlines": {"id": "NULL", "subject": "copies.id"},
    "outbox": {
        "id": "NULL",
        "match_id": "copies.id",
        "lane": LANE,
        "payload": """json_replace(replace(t.payload, :source, copies.id),
            '$.person', json_extract(t.payload, '$.person') + further)""",
        "nonce": "replace(t.nonce, :source, copies.id)",
    },
}
"""Columns that differ in a copy, by table; the table assigns an id of NULL itself."""
OWNED_BY = {"matches": "id", "seats": "match_id", "actions": "match_id", "deadlines": "subject"}
PEOPLE = """INSERT INTO people (id, name, created_at)
SELECT DISTINCT p.id + further, p.name, p.created_at FROM copies, sources.people AS p WHERE true
ON CONFLICT DO NOTHING"""


class _Engine(NamedTuple):
    """SQL of one database engine.

    Attributes:
        numbers: Query for the ids of copies, scattered so that neighbors in time are apart in the file, and
            for `further`, which is added to the ids of the people.
        columns: Query for the columns of a table.
        changed: Columns of the outbox that differ in a copy.
    """

    numbers: str
    columns: str
    changed: Mapping[str, str]


_SQLITE = _Engine(
    """WITH RECURSIVE numbers (n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {end})
    SELECT n, printf('%08x', (n * 2654435761) & 4294967295) AS id, 2 * (n / {of_two}) AS further
    FROM numbers ORDER BY id""",
    "SELECT name FROM pragma_table_info(:table) ORDER BY cid",
    COPIED["outbox"],
)
_POSTGRESQL = _Engine(
    """SELECT n, lpad(to_hex((n * 2654435761) & 4294967295), 8, '0') COLLATE "C" AS id,
        2 * (n / {of_two}) AS further
    FROM generate_series(CAST({first} AS BIGINT), {end} - 1) AS numbers (n) ORDER BY 2""",
    """SELECT CAST(column_name AS TEXT) FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = :table ORDER BY ordinal_position""",
    COPIED["outbox"]
    | {
        "payload": """CASE
            WHEN CAST(t.payload AS JSONB) ->> 'person' IS NULL THEN replace(t.payload, :source, copies.id)
            ELSE CAST(jsonb_set(
                CAST(replace(t.payload, :source, copies.id) AS JSONB), '{person}',
                to_jsonb(CAST(CAST(t.payload AS JSONB) ->> 'person' AS BIGINT) + further)
            ) AS TEXT) END"""
    },
)


async def clone(where: str, sources: str, source: str, first: int, end: int) -> list[str]:
    """Add copies of a match of the database `sources`, with their people; return the ids of the copies.

    The copies are numbered from `first` to `end` - 1. On a server, the database must have been created by
    `Places.beside` from `sources`.
    """
    if is_address(where):
        return await _on_server(where, source, first, end)
    return _in_file(where, sources, source, first, end)


def _in_file(where: str, sources: str, source: str, first: int, end: int) -> list[str]:
    raw = sqlite3.connect(where)
    raw.execute("ATTACH ? AS sources", (sources,))
    raw.execute(_numbers(_SQLITE, first, end))
    raw.execute(PEOPLE)
    for table in COPIED:
        columns = [name for (name,) in raw.execute(_SQLITE.columns, {"table": table})]
        raw.execute(_copying(_SQLITE, table, columns, "copies.rowid"), {"source": source})
    raw.commit()
    ids = [name for (name,) in raw.execute("SELECT id FROM copies ORDER BY n")]
    raw.close()
    return ids


async def _on_server(where: str, source: str, first: int, end: int) -> list[str]:
    raw = await asyncpg.connect(where)
    try:
        # Copied rows refer to rows copied with them, so foreign keys and triggers can be skipped.
        await raw.execute("SET session_replication_role = replica")
        await raw.execute(_numbers(_POSTGRESQL, first, end))
        await raw.execute(PEOPLE)
        for table in COPIED:
            rows = await raw.fetch(number_parameters(_POSTGRESQL.columns).sql, table)
            statement = _copying(_POSTGRESQL, table, [name for (name,) in rows], "copies.id")
            await raw.execute(number_parameters(statement).sql, source)
        return [row["id"] for row in await raw.fetch("SELECT id FROM copies ORDER BY n")]
    finally:
        await raw.close()


def _numbers(engine: _Engine, first: int, end: int) -> str:
    """Return the statement that creates the table of copies; on a server it can't take parameters."""
    numbers = engine.numbers.format(first=first, end=end, of_two=MATCHES_OF_TWO)
    return f"CREATE TEMP TABLE copies AS {numbers}"


def _copying(engine: _Engine, table: str, columns: Iterable[str], order: str) -> str:
    changed = engine.changed if table == "outbox" else COPIED[table]
    picked = {column: changed.get(column, f"t.{column}") for column in columns}
    picked = {column: text for column, text in picked.items() if text != "NULL"}
    return (
        f"INSERT INTO {table} ({', '.join(picked)}) SELECT {', '.join(picked.values())} "
        f"FROM copies CROSS JOIN sources.{table} AS t "
        f"WHERE t.{OWNED_BY.get(table, 'match_id')} = :source ORDER BY {order}"
    )
