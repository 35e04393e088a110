"""The tables of a database, derived from the migrations so that new ones are always included."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from graphlib import TopologicalSorter
from typing import NamedTuple

from storage.engine.errors import DamagedDatabase
from storage.engine.migrations import MIGRATIONS, migrations, run

_MOST_TOLD = 3


class Table(NamedTuple):
    """A table: its name, its columns, and the columns of its primary key in order."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]


def newest_version() -> int:
    """Return the version of the databases that this program makes."""
    return migrations(MIGRATIONS)[-1].version


def tables_of(version: int) -> tuple[Table, ...]:
    """Return a version's tables, each after those that it references, without `migrations`."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        build(raw, version)
        return tuple(_table(raw, name) for name in _in_order(raw))


def build(raw: sqlite3.Connection, version: int) -> None:
    """Create the tables of a version in an empty database."""
    run(raw, [migration for migration in migrations(MIGRATIONS) if migration.version <= version])


def _in_order(raw: sqlite3.Connection) -> Iterator[str]:
    names = [
        name
        for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        if name != "migrations" and not name.startswith("sqlite_")
    ]
    refers_to = {name: _references(raw, name) - {name} for name in names}
    yield from TopologicalSorter(refers_to).static_order()


def _references(raw: sqlite3.Connection, name: str) -> set[str]:
    return {row[2] for row in raw.execute(f'PRAGMA foreign_key_list("{name}")')}


def _table(raw: sqlite3.Connection, name: str) -> Table:
    rows = raw.execute(f'PRAGMA table_info("{name}")').fetchall()
    key = sorted((place, column) for _, column, *_, place in rows if place)
    return Table(name, tuple(column for _, column, *_ in rows), tuple(column for _, column in key))


def check_parts(name: str, wanted: Mapping[str, str], found: Mapping[str, str]) -> None:
    """Raise DamagedDatabase if a wanted part of a schema is missing or isn't defined as it should be."""
    faults = [
        f"{part} is {'wrong' if part in found else 'missing'}"
        for part, made in wanted.items()
        if found.get(part) != made
    ]
    if faults:
        more = f", and {len(faults) - _MOST_TOLD} more" if len(faults) > _MOST_TOLD else ""
        raise DamagedDatabase(name, ", ".join(faults[:_MOST_TOLD]) + more)
