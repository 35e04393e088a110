"""Copying, reading and filling of whole SQLite files, even during writes."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.engine.copying import ROWS_AT_ONCE, Rows
from storage.engine.errors import DamagedDatabase, UnusableDatabase, explain
from storage.engine.handle import Reader, load_queries
from storage.engine.schema import Table, build, newest_version, tables_of
from storage.engine.sqlite.files import make_private
from storage.engine.sqlite.inspection import keeps_log, log_of, open_to_read
from storage.engine.sqlite.migrator import version
from storage.engine.sqlite.schema import check_schema
from storage.engine.sqlite.statements import Straight

_PATIENCE_SECONDS = 30.0


class SqliteSource:
    """A snapshot of a file that others may keep writing to."""

    def __init__(self, raw: sqlite3.Connection, version: int) -> None:
        self.raw = raw
        self.version = version

    async def count(self, table: Table) -> int:
        """Return the number of a table's rows."""
        (number,) = self.raw.execute(f'SELECT COUNT(*) FROM "{table.name}"').fetchone()
        return int(number)

    async def rows(self, table: Table) -> AsyncIterator[Rows]:
        """Yield all rows of a table in the order of their keys, in batches."""
        cursor = self.raw.execute(_select_all(table))
        while rows := cursor.fetchmany(ROWS_AT_ONCE):
            yield rows

    def reader(self) -> Reader:
        """Return a reader that runs the queries on this snapshot."""
        return Reader(Straight(self.raw), load_queries())


class SqliteTarget(SqliteSource):
    """A new file that is filled in one transaction."""

    async def fill(self, table: Table, rows: AsyncIterator[Rows]) -> None:
        """Write all rows of a table."""
        places = ", ".join("?" * len(table.columns))
        sql = f'INSERT INTO "{table.name}" ({_names(table.columns)}) VALUES ({places})'
        async for some in rows:
            self.raw.executemany(sql, some)


@contextmanager
def explaining(path: Path) -> Iterator[None]:
    """Raise errors of the disk, its permissions or a damaged file as a StorageError of one sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(error, path) from error


@contextmanager
def reading(path: Path) -> Iterator[SqliteSource]:
    """Provide a snapshot of a file; raise UnusableDatabase if it's missing, empty, foreign or newer."""
    with explaining(path):
        if not path.is_file():
            raise UnusableDatabase(f"There's no file {path}: check the path.")
        with closing(open_to_read(path, _PATIENCE_SECONDS)) as raw:
            raw.execute("BEGIN")
            yield SqliteSource(raw, read_version(raw, path))


@contextmanager
def asking(path: Path) -> Iterator[Reader]:
    """Provide a reader on a file; the queries need the newest version, which the caller checks."""
    with reading(path) as source:
        yield source.reader()


@contextmanager
def filling(path: Path, version: int) -> Iterator[SqliteTarget]:
    """Provide a new file with the tables of a version to fill; on failure the file is deleted."""
    with explaining(path), keep_unfinished(path):
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            raw.execute("BEGIN IMMEDIATE")
            build(raw, version)
            triggers = _without_triggers(raw)
            for table in tables_of(version):
                raw.execute(f'DELETE FROM "{table.name}"')
            yield SqliteTarget(raw, version)
            for sql in triggers:
                raw.execute(sql)
            raw.execute("COMMIT")
        check_whole(path)


@contextmanager
def keep_unfinished(path: Path) -> Iterator[None]:
    """Keep a new private file at `path`, replacing any; delete it if the block fails."""
    path.unlink(missing_ok=True)
    make_private(path)
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def snapshot(path: Path, to: Path) -> dict[str, int]:
    """Copy a snapshot of a file page by page during writes; return the number of rows by table."""
    with reading(path) as source, explaining(to), keep_unfinished(to):
        counts = _count_rows(source.raw, tables_of(source.version))
        with closing(sqlite3.connect(to, isolation_level=None)) as raw:
            source.raw.backup(raw)
            # Make it a single file that can be read without creating others beside it.
            raw.execute("PRAGMA journal_mode = DELETE").fetchone()
        return counts


def refuse_half(path: Path) -> None:
    """Raise UnusableDatabase if a database in WAL mode has no log: its latest changes may be missing."""
    with explaining(path):
        if path.is_file() and keeps_log(path) and not log_of(path).exists():
            raise UnusableDatabase(
                f"{path.name} is a plain copy of a database in use, and {log_of(path).name}, which "
                "holds its end, isn't beside it: restore a file that “slowplay backup” has made, or put "
                "both files into one folder; docs/backups.md says more."
            )


def check_whole(path: Path) -> dict[str, int]:
    """Check a file's pages, schema and foreign keys; return the number of rows by table.

    Raises:
        DamagedDatabase: A check fails.
        UnusableDatabase: The file is missing, empty, foreign or newer.
    """
    with reading(path) as source:
        (finding,) = source.raw.execute("PRAGMA integrity_check(1)").fetchone()
        if finding != "ok":
            raise DamagedDatabase(path.name, " ".join(finding.split()))
        check_schema(source.raw, path)
        orphan = source.raw.execute("PRAGMA foreign_key_check").fetchone()
        if orphan is not None:
            raise DamagedDatabase(
                path.name, f"a row of {orphan[0]} refers to one of {orphan[2]} that isn't there"
            )
        return _count_rows(source.raw, tables_of(source.version))


def put_in_place(unfinished: Path, path: Path) -> None:
    """Rename a finished file to its final name, durably even in a power cut."""
    _settle(unfinished)
    unfinished.replace(path)
    _settle(path.parent)


def _settle(place: Path) -> None:
    """Flush a file or folder to the disk."""
    descriptor = os.open(place, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_version(raw: sqlite3.Connection, path: Path) -> int:
    """Return the version of a file of the bot; raise UnusableDatabase if it's empty, foreign or newer."""
    found, newest = version(raw, path), newest_version()
    if found == 0:
        raise UnusableDatabase(f"{path.name} is empty: name a database of the bot.")
    if found > newest:
        raise UnusableDatabase(
            f"{path.name} has version {found}, but this program knows {newest}: update the program."
        )
    return found


def _count_rows(raw: sqlite3.Connection, tables: tuple[Table, ...]) -> dict[str, int]:
    return {t.name: raw.execute(f'SELECT COUNT(*) FROM "{t.name}"').fetchone()[0] for t in tables}


def _without_triggers(raw: sqlite3.Connection) -> list[str]:
    """Drop all triggers, since the rows that they would write are copied, and return their SQL."""
    found = raw.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in found:
        raw.execute(f'DROP TRIGGER "{name}"')
    return [sql for _, sql in found]


def _select_all(table: Table) -> str:
    return f'SELECT {_names(table.columns)} FROM "{table.name}" ORDER BY {_names(table.key)}'


def _names(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
