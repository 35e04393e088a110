"""The check that a file has every table, column, index and trigger made by the migrations."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

from storage.engine.migrations import APPLIED, MIGRATIONS, Migration, migrations, statements
from storage.engine.schema import check_parts
from storage.engine.sqlite.migrator import read_version


def check_schema(raw: sqlite3.Connection, path: Path, folder: Path = MIGRATIONS) -> None:
    """Raise DamagedDatabase if a file lacks a part that its version's migrations have made."""
    known = migrations(folder)
    current = read_version(raw, path, known[-1].version)
    if current:
        applied = tuple(migration for migration in known if migration.version <= current)
        check_parts(path.name, _build_schema(applied), dict(_parts(raw)))


@cache
def _build_schema(applied: tuple[Migration, ...]) -> Mapping[str, str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        for script in (APPLIED, *(migration.script for migration in applied)):
            for statement in statements(script):
                raw.execute(statement)
        return dict(_parts(raw))


def _parts(raw: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Yield each part of a schema, tables first, as (description, definition)."""
    listed = "SELECT type, name, sql FROM sqlite_schema ORDER BY type = 'table' DESC, name"
    for kind, name, sql in raw.execute(listed).fetchall():
        if sql is None or name.startswith("sqlite_"):
            continue
        yield f"the {kind} {name}", "" if kind == "table" else "".join(sql.replace('"', "").split())
        if kind == "table":
            for _, column, *made in raw.execute(f'PRAGMA table_info("{name}")'):
                yield f"the column {column} of {name}", str(made)
