"""The checks at the start that a database file is intact and writable."""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.engine.errors import DamagedDatabase, UnusableDatabase


def check(path: Path) -> None:
    """Check a whole file.

    Raise DamagedDatabase, UnusableDatabase if it's no database, or sqlite3.Error if it can't be read.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        check_open(raw, path)


def check_open(raw: sqlite3.Connection, path: Path) -> None:
    """Check a whole file that is open; raise as `check` does."""
    try:
        (finding,) = raw.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_NOTADB:
            raise
        raise UnusableDatabase(
            f"{path.name} can't be read as a database: choose another file. If it was one, restore a "
            "backup with “slowplay restore BACKUP --replace”."
        ) from error
    if finding != "ok":
        raise DamagedDatabase(path.name, " ".join(finding.split()))


def try_to_write(raw: sqlite3.Connection) -> None:
    """Commit a change without effect, so that missing permissions or space show at once."""
    raw.execute("BEGIN IMMEDIATE")
    try:
        raw.execute("PRAGMA user_version = 0")
        raw.execute("COMMIT")
    except BaseException:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raise
