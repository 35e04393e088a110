"""Migration of a database file to the newest version: all pending migrations or none."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.engine.errors import UnusableDatabase, raise_if_foreign
from storage.engine.migrations import MIGRATIONS, Migration, migrations, run
from storage.engine.sqlite.files import make_private

OLDEST_SQLITE = (3, 37)


def migrate(path: Path, folder: Path = MIGRATIONS) -> Path | None:
    """Apply the pending migrations under the caller's lock; return the copy made first, or None.

    Raise MigrationFailed with nothing changed, UnusableDatabase if the file is foreign or newer or SQLite is
    older than 3.37, and sqlite3.Error if, for example, the disk is full.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise UnusableDatabase(f"SQLite {sqlite3.sqlite_version} is too old: update it to 3.37 or newer.")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        known = migrations(folder)
        current = read_version(raw, path, known[-1].version)
        pending = [migration for migration in known if migration.version > current]
        return _apply(raw, path, current, pending) if pending else None


def is_newest(path: Path, folder: Path = MIGRATIONS) -> bool:
    """Return whether a file needs no migration; raise as `read_version` does."""
    newest = migrations(folder)[-1].version
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        return read_version(raw, path, newest) == newest


def read_version(raw: sqlite3.Connection, path: Path, newest: int) -> int:
    """Return a database's version; raise UnusableDatabase if it's newer than this program."""
    current = version(raw, path)
    if current > newest:
        raise UnusableDatabase(
            f"{path.name} has version {current}, but this program knows {newest}: update the program."
        )
    return current


def version(raw: sqlite3.Connection, path: Path) -> int:
    """Return the newest version applied, or 0 if empty; raise UnusableDatabase for a foreign file."""
    try:
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        raise_if_foreign(error, path)
        raise
    if not tables:
        return 0
    if "migrations" not in tables:
        raise UnusableDatabase(f"{path.name} is another program's database: choose another file.")
    newest: int = raw.execute("SELECT COALESCE(MAX(version), 0) FROM migrations").fetchone()[0]
    return newest


def _apply(raw: sqlite3.Connection, path: Path, current: int, pending: list[Migration]) -> Path | None:
    copy = _copy(raw, path, pending[0].version) if current else None
    # With foreign keys on, rebuilding a table would delete all its child rows (ON DELETE CASCADE).
    raw.execute("PRAGMA foreign_keys = OFF")
    raw.execute("BEGIN IMMEDIATE")
    try:
        run(raw, pending)
        raw.execute("COMMIT")
    except BaseException:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raise
    return copy


def _copy(raw: sqlite3.Connection, path: Path, first: int) -> Path:
    """Copy the database to a file beside it; on failure leave no file."""
    copy = path.with_name(f"{path.name}.before-{first:04}")
    unfinished = copy.with_name(copy.name + ".part")
    unfinished.unlink(missing_ok=True)
    make_private(unfinished)
    try:
        raw.execute("VACUUM INTO ?", (str(unfinished),))
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
    except BaseException:
        # On a full disk, half a copy would only take up space.
        unfinished.unlink(missing_ok=True)
        raise
    return unfinished.replace(copy)
