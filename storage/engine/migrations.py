"""The migrations (numbered SQL files) and their application to a SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from storage.engine.errors import MigrationFailed, cause_of

MIGRATIONS = Path(__file__).parent.parent / "migrations"
_NOW = "CAST(strftime('%s', 'now') AS INTEGER)"
APPLIED = """CREATE TABLE IF NOT EXISTS migrations (
    version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL
) STRICT"""
BeforeUpdate = Callable[[int], Awaitable[object]]
"""A callback that receives the version of the first pending migration."""


class Migration(NamedTuple):
    """One migration file; 0001_first.sql has version 1."""

    version: int
    name: str
    script: str


def migrations(folder: Path) -> list[Migration]:
    """Return the migrations of a folder in order."""
    return [
        Migration(int(file.stem.split("_")[0]), file.name, file.read_text(encoding="utf-8"))
        for file in sorted(folder.glob("*.sql"))
    ]


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script, triggers whole; each ends at the end of a line."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement


def run(raw: sqlite3.Connection, pending: list[Migration]) -> None:
    """Apply migrations in order within the running transaction; raise MigrationFailed if one fails.

    Errors of the disk or of other programs are raised unchanged.
    """
    raw.execute(APPLIED)
    for migration in pending:
        try:
            for statement in statements(migration.script):
                raw.execute(statement)
            _check_foreign_keys(raw)
        except (sqlite3.Error, ValueError) as error:
            if cause_of(error) is not None:
                # A full disk, for example, isn't the migration's fault.
                raise
            raise MigrationFailed(
                f"Migration {migration.name} failed ({error}); the database is unchanged. "
                "Go back to the version of the program that you had, and report this."
            ) from error
        row = (migration.version, migration.name)
        raw.execute(f"INSERT INTO migrations (version, name, applied_at) VALUES (?, ?, {_NOW})", row)


def _check_foreign_keys(raw: sqlite3.Connection) -> None:
    orphans = raw.execute("PRAGMA foreign_key_check").fetchall()
    if orphans:
        tables = ", ".join(sorted({row[0] for row in orphans}))
        raise ValueError(f"{len(orphans)} rows would lose what they refer to, in {tables}")
