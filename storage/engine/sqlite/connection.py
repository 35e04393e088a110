"""Connections to a SQLite file: their settings, transactions, and work in a single thread hop."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import aiosqlite

T = TypeVar("T")

EVERY_CONNECTION = ("PRAGMA busy_timeout = 5000",)
# recursive_triggers: without it, INSERT OR REPLACE would delete an action without firing its trigger.
# busy_timeout: Discord waits three seconds for an answer, so a failure to write must be known before that.
WRITER_PATIENCE = 1500
"""Milliseconds for which a writer waits while another program is writing."""
WRITER = (
    f"PRAGMA busy_timeout = {WRITER_PATIENCE}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
)
READER = ("PRAGMA query_only = ON",)


class Connection(aiosqlite.Connection):
    """An aiosqlite connection in autocommit mode that can run a function on its own thread."""

    def __init__(self, path: Path) -> None:
        # The connection's own thread and the event loop's use it, never at the same time: see SqliteDatabase.
        super().__init__(
            lambda: sqlite3.connect(path, isolation_level=None, check_same_thread=False), iter_chunk_size=64
        )
        # An unclosed database must not keep an ending process alive.
        self._thread.daemon = True

    @property
    def raw(self) -> sqlite3.Connection:
        """The sqlite3 connection; use it only while the connection's own thread is idle."""
        return self._conn

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return work(connection), run in one hop to the connection's thread for any number of statements."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


async def connect_writer(path: Path) -> Connection:
    """Return the connection that writes: WAL, durable at every COMMIT, foreign keys on."""
    return await _connect(path, (*EVERY_CONNECTION, *WRITER))


async def connect_reader(path: Path) -> Connection:
    """Return a connection that can only read."""
    return await _connect(path, (*EVERY_CONNECTION, *READER))


def open_reader(path: Path) -> sqlite3.Connection:
    """Return a read-only sqlite3 connection without its own thread, for use by the calling thread."""
    raw = sqlite3.connect(path, isolation_level=None)
    for pragma in (*EVERY_CONNECTION, *READER):
        raw.execute(pragma).close()
    return raw


async def _connect(path: Path, pragmas: tuple[str, ...]) -> Connection:
    connection = Connection(path)
    await connection
    try:
        await connection.run(lambda raw: [raw.execute(pragma).fetchall() for pragma in pragmas])
    except BaseException:
        connection.stop()
        raise
    return connection


def begin(raw: sqlite3.Connection) -> None:
    """Open a transaction that may write.

    It isn't deferred: a deferred transaction fails at once if it starts to write after another writer.
    """
    raw.execute("BEGIN IMMEDIATE")


def begin_at_once(raw: sqlite3.Connection) -> bool:
    """Open a transaction that may write, without waiting; return False if another program is writing."""
    raw.execute("PRAGMA busy_timeout = 0").close()
    try:
        begin(raw)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    finally:
        raw.execute(f"PRAGMA busy_timeout = {WRITER_PATIENCE}").close()
    return True


def commit(raw: sqlite3.Connection) -> None:
    """Commit; if that fails (a deferred foreign key, a full disk), roll back and raise the error."""
    try:
        raw.execute("COMMIT")
    except BaseException:
        rollback(raw)
        raise


def rollback(raw: sqlite3.Connection) -> None:
    """Roll back the open transaction, if any; some errors have already ended it."""
    if raw.in_transaction:
        raw.execute("ROLLBACK")


def scrub(raw: sqlite3.Connection) -> bool:
    """Rewrite the file without deleted data and empty its log; return False if a reader prevents that.

    Overwriting deleted data (secure_delete) isn't enough: old copies of a row stay where it was moved from.
    """
    if not _empty_log(raw):
        return False
    file = Path(raw.execute("PRAGMA database_list").fetchone()[2])
    folder = str(file.parent).replace("'", "''")
    # The disk of the database has space for a copy; /tmp may be small.
    raw.execute(f"PRAGMA temp_store_directory = '{folder}'").close()
    raw.execute("VACUUM")
    return _empty_log(raw)


def _empty_log(raw: sqlite3.Connection) -> bool:
    raw.execute("PRAGMA busy_timeout = 0").close()
    (is_busy, *_) = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    raw.execute(f"PRAGMA busy_timeout = {WRITER_PATIENCE}").close()
    return not is_busy
