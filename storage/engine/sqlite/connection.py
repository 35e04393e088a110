"""One aiosqlite connection: settings that every connection has, and work done in a single hop."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import aiosqlite

T = TypeVar("T")

EVERY_CONNECTION = ("PRAGMA busy_timeout = 5000",)
# recursive_triggers: INSERT OR REPLACE would delete an action without firing its trigger otherwise.
# busy_timeout: Discord waits three seconds for an answer, and who cannot write must be told so before that.
WRITER_PATIENCE = 1500
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
        # Its thread is one of two that use it, never at the same time: see SqliteDatabase.
        super().__init__(
            lambda: sqlite3.connect(path, isolation_level=None, check_same_thread=False), iter_chunk_size=64
        )
        # A database that was never closed must not keep a dying process alive.
        self._thread.daemon = True

    @property
    def raw(self) -> sqlite3.Connection:
        """The connection itself, for whoever knows that its thread rests."""
        return self._conn

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What work(connection) returns: one hop to the connection's thread, however many statements."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


async def connect_writer(path: Path) -> Connection:
    """The connection that writes: WAL, durable at every COMMIT, foreign keys on."""
    return await _connect(path, (*EVERY_CONNECTION, *WRITER))


async def connect_reader(path: Path) -> Connection:
    """A connection that can only read."""
    return await _connect(path, (*EVERY_CONNECTION, *READER))


def open_reader(path: Path) -> sqlite3.Connection:
    """The same without a thread of its own, for the thread that opens it."""
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
    """Open a transaction that may write. Never deferred: a reader that starts to write fails at once."""
    raw.execute("BEGIN IMMEDIATE")


def begin_at_once(raw: sqlite3.Connection) -> bool:
    """The same without waiting; False where another program is writing."""
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
    """COMMIT; when that is refused (a deferred foreign key, a full disk), all is rolled back."""
    try:
        raw.execute("COMMIT")
    except BaseException:
        rollback(raw)
        raise


def rollback(raw: sqlite3.Connection) -> None:
    """Leave no transaction open; some errors have ended it already."""
    if raw.in_transaction:
        raw.execute("ROLLBACK")


def scrub(raw: sqlite3.Connection) -> bool:
    """Write the file anew without what was deleted, and empty its log; False where a reader needs that.

    Overwriting what's deleted (secure_delete) isn't enough: a copy of a row stays where it was moved from."""
    if not _emptied_log(raw):
        return False
    file = Path(raw.execute("PRAGMA database_list").fetchone()[2])
    folder = str(file.parent).replace("'", "''")
    # There's room for a copy beside the file; /tmp may be small.
    raw.execute(f"PRAGMA temp_store_directory = '{folder}'").close()
    raw.execute("VACUUM")
    return _emptied_log(raw)


def _emptied_log(raw: sqlite3.Connection) -> bool:
    raw.execute("PRAGMA busy_timeout = 0").close()
    (is_busy, *_) = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    raw.execute(f"PRAGMA busy_timeout = {WRITER_PATIENCE}").close()
    return not is_busy
