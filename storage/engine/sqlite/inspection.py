"""Inspection of a database file without changing it, even while the bot uses it."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from storage.engine.errors import UnwritableDatabase, explain
from storage.engine.handle import load_queries
from storage.engine.migrations import MIGRATIONS, migrations
from storage.engine.sqlite.files import refuse_other_kinds
from storage.engine.sqlite.migrator import read_version
from storage.engine.sqlite.schema import check_schema
from storage.engine.sqlite.soundness import check_open
from storage.engine.sqlite.statements import fetch
from storage.rows import OpenPlace

_WAL_MODE = 2
"""The value of the bytes at offsets 18 and 19 of a file in WAL mode."""


class Inspection(NamedTuple):
    """The result of an inspection.

    Attributes:
        version: The file's version; 0 without a file.
        newest: The version that this program makes.
        size: The bytes of the file.
        free: The bytes left on its disk.
        places: The channels with open matches.
    """

    version: int
    newest: int
    size: int
    free: int
    places: tuple[OpenPlace, ...]


def inspect(path: Path, patience_seconds: float = 1.5) -> Inspection:
    """Inspect a whole database file; raise StorageError if the bot couldn't use it.

    `patience_seconds` is how long to wait for another program that is writing.
    """
    newest = migrations(MIGRATIONS)[-1].version
    try:
        folder = _folder(path)
        free = shutil.disk_usage(folder).free
        refuse_other_kinds(path, path)
        if not path.exists():
            _check_rights(folder, path)
            return Inspection(0, newest, 0, free, ())
        _check_rights(path, path)
        with closing(open_to_read(path, patience_seconds)) as raw:
            check_open(raw, path)
            check_schema(raw, path)
            current = read_version(raw, path, newest)
            places = _places(raw) if current else ()
            _check_writable(path, patience_seconds)
        return Inspection(current, newest, path.stat().st_size, free, places)
    except (sqlite3.Error, OSError) as error:
        raise explain(error, path) from error


def _folder(path: Path) -> Path:
    """Return the nearest existing folder above the file; the bot creates those below it."""
    return next(folder for folder in path.absolute().parents if folder.is_dir())


def _check_rights(place: Path, path: Path) -> None:
    if not os.access(place, os.R_OK | os.W_OK):
        raise UnwritableDatabase(
            f"{path} can't be written to: let the bot's user write to it and its folder, or choose another."
        )


def open_to_read(path: Path, seconds: float) -> sqlite3.Connection:
    """Open a file for reading only.

    A file that no program has open is opened as immutable: SQLite would otherwise create a log beside it.
    """
    mode = "immutable=1" if keeps_log(path) and not log_of(path).exists() else "mode=ro"
    return _connect(path, mode, seconds)


def _connect(path: Path, mode: str, seconds: float) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}", uri=True, isolation_level=None, timeout=seconds
    )


def log_of(path: Path) -> Path:
    """Return the path of a database's log (WAL)."""
    return path.with_name(path.name + "-wal")


def keeps_log(path: Path) -> bool:
    """Return whether a database is in WAL mode, as the bot's are; backups aren't."""
    with path.open("rb") as file:
        return file.read(20)[18:] == bytes((_WAL_MODE, _WAL_MODE))


def _check_writable(path: Path, seconds: float) -> None:
    """Raise sqlite3.OperationalError if another program holds the database.

    The caller keeps it open for reading: the last program to close it would move the log into the file.
    """
    if not log_of(path).exists():
        return
    with closing(_connect(path, "mode=rw", seconds)) as raw:
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("ROLLBACK")


def _places(raw: sqlite3.Connection) -> tuple[OpenPlace, ...]:
    sql = load_queries().guilds.open_places.sql
    return tuple(OpenPlace(**row) for row in fetch(raw, sql, {}))
