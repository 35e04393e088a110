"""The check that a database on a server has every table, column, index and trigger of the migrations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import asyncpg

from storage.engine.migrations import Migration
from storage.engine.schema import check_parts, tables_of

_CHANGE = re.compile(r"^(CREATE|DROP)\s+(?:UNIQUE\s+)?(INDEX|TRIGGER)\s+(\w+)", re.MULTILINE)
_FOUND = """SELECT 'the table ' || tablename AS part FROM pg_tables WHERE schemaname = current_schema()
UNION ALL
SELECT 'the column ' || column_name || ' of ' || table_name FROM information_schema.columns
WHERE table_schema = current_schema()
UNION ALL
SELECT 'the index ' || c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND i.indisvalid
UNION ALL
SELECT 'the trigger ' || t.tgname FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND t.tgenabled <> 'D'"""


async def check_schema(
    connection: asyncpg.Connection, where: str, current: int, known: Iterable[Migration]
) -> None:
    """Raise DamagedDatabase if a database lacks a part that its version's migrations have made."""
    wanted = dict.fromkeys(_describe_parts(current, known), "")
    check_parts(where, wanted, {row["part"]: "" for row in await connection.fetch(_FOUND)})


def _describe_parts(version: int, known: Iterable[Migration]) -> Iterator[str]:
    """Yield the description of each part; tables and columns are the same as in a file."""
    for table in tables_of(version):
        yield f"the table {table.name}"
        yield from (f"the column {column} of {table.name}" for column in table.columns)
    made: dict[str, None] = {}
    for migration in known:
        if migration.version > version:
            break
        for verb, kind, name in _CHANGE.findall(migration.script):
            part = f"the {kind.lower()} {name}"
            if verb == "CREATE":
                made[part] = None
            else:
                made.pop(part, None)
    yield from made
