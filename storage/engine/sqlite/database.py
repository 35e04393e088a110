"""The SQLite database: one process per file, one writer whose transactions take turns, and readers."""

import asyncio
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    closing,
    contextmanager,
)
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from storage.engine.database import Database, Work, count_commit, has_committed
from storage.engine.errors import explain
from storage.engine.handle import Reader, Writer, load_queries
from storage.engine.migrations import MIGRATIONS
from storage.engine.sqlite.connection import (
    Connection,
    begin,
    begin_at_once,
    commit,
    connect_reader,
    connect_writer,
    open_reader,
    rollback,
    scrub,
)
from storage.engine.sqlite.file_lock import HostLock, lock_file
from storage.engine.sqlite.files import make_private, place, refuse_other_names, tighten_all
from storage.engine.sqlite.migrator import is_newest, migrate
from storage.engine.sqlite.schema import check_schema
from storage.engine.sqlite.soundness import FileCheck, check, try_to_write
from storage.engine.sqlite.statements import Hopping, Straight, finish
from storage.engine.turns import Aside, TooLate, is_in_vain, to_the_end

T = TypeVar("T")


async def open_file(
    path: Path, *, migrations: Path = MIGRATIONS, check_meanwhile: bool = False
) -> "SqliteDatabase":
    """Open a private file as its only process, checked, created and migrated as needed.

    With `check_meanwhile`, only an update reads the whole file first. Raise StorageError of any kind; nothing
    stays open then.
    """
    file = place(path)
    with _explain(file):
        async with AsyncExitStack() as stack:
            stack.callback(_lock_host(file).close)
            await to_the_end(asyncio.to_thread(_prepare, file, migrations, check_meanwhile))
            writer = await connect_writer(file)
            stack.push_async_callback(writer.close)
            await writer.run(try_to_write)
            patient = await connect_reader(file)
            stack.push_async_callback(patient.close)
            quick = stack.enter_context(closing(open_reader(file)))
            resources = stack.pop_all()
            database = SqliteDatabase(file.name, writer, patient, quick, resources)
            if check_meanwhile:
                resources.push_async_callback(FileCheck(database, file).end)
            return database


@contextmanager
def _explain(file: Path) -> Iterator[None]:
    """Raise errors of the disk or its permissions as a StorageError of one sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(error, file) from error


def _lock_host(file: Path) -> HostLock:
    make_private(lock_file(file))
    return HostLock(file)


def _prepare(file: Path, migrations: Path, check_meanwhile: bool) -> None:
    make_private(file)
    refuse_other_names(file)
    if not check_meanwhile or not is_newest(file, migrations):
        check(file)
    with closing(sqlite3.connect(file)) as raw:
        check_schema(raw, file, migrations)
    migrate(file, migrations)
    tighten_all(file)


class SqliteDatabase(Database):
    """An open file.

    Fast work runs on the event loop, since a thread hop takes longer: a transaction's statements and short
    reads. Work that may wait runs on a thread: BEGIN while another program writes, COMMIT, and long reads.
    """

    is_shared = False

    def __init__(
        self,
        name: str,
        writer: Connection,
        patient: Connection,
        quick: sqlite3.Connection,
        resources: AsyncExitStack,
    ) -> None:
        self.name = name
        self._writer = writer
        self._raw = writer.raw
        self._straight = Straight(writer.raw)
        self._patient = patient
        self._quick = Straight(quick)
        self._resources = resources
        # Load them now, so that the first transaction doesn't have to.
        self._queries = load_queries()
        self._turn = asyncio.Lock()
        self._aside = Aside()
        self._turn_of: asyncio.Task[Any] | None = None
        self.host = secrets.randbits(31)
        self.lost, self.damaged = asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def write(self, *alone: str) -> AsyncIterator[Writer]:
        """Provide a transaction: committed at the end, rolled back on any error or cancellation."""
        with self.sound():
            async with self._my_turn():
                await self._begin()
                writer = Writer(self._straight, self._queries, alone, self.now)
                try:
                    yield writer
                except BaseException:
                    rollback(self._raw)
                    raise
                finally:
                    writer.close()
                await self._commit()

    async def transact(self, work: Work[T], *alone: str) -> T:
        # Not self.write: `bot/core/metrics.py` counts calls of both and would count this one twice.
        """Run `work` as one transaction that never pauses for its caller, and return its result."""
        async with SqliteDatabase.write(self, *alone) as w:
            return finish(work(w))

    async def _begin(self) -> None:
        """Begin at once, or on the writer's thread while another program is writing."""
        if begin_at_once(self._raw):
            return
        try:
            await to_the_end(self._writer.run(begin))
        except asyncio.CancelledError:
            rollback(self._raw)
            raise

    async def _commit(self) -> None:
        """Commit on the writer's thread, which waits for the disk, and wait for it even when canceled."""
        await to_the_end(self._writer.run(commit))
        count_commit()

    def read(self, *, long: bool = False) -> AbstractAsyncContextManager[Reader]:
        """Provide a reader; each of its statements sees the newest commit."""
        return _Reading(self, Reader(Hopping(self._patient) if long else self._quick, self._queries))

    async def alive(self) -> frozenset[int]:
        """Return this process alone, since the file is locked."""
        return frozenset((self.host,))

    async def rejoin(self) -> None:
        """Take a new number; a file is never lost."""
        self.host = secrets.randbits(31)
        self.lost.clear()

    def listen(self, callback: Callable[[], None]) -> None:
        """Ignore the callback, since no other process shares a file."""

    async def scrub(self) -> bool:
        """Remove deleted data from the file; return False if another program's reading prevents that."""
        with self.sound():
            async with self._my_turn():
                return await to_the_end(self._writer.run(scrub))

    async def close(self) -> None:
        """Close everything after the running transaction, and let other processes use the file."""
        async with self._my_turn():
            await to_the_end(self._resources.aclose())

    @asynccontextmanager
    async def _my_turn(self) -> AsyncIterator[None]:
        if self._turn_of is asyncio.current_task():
            raise RuntimeError("This task already has an open transaction: finish that one first.")
        await self._aside.take(self._turn.acquire)
        try:
            if is_in_vain() and not has_committed():
                raise TooLate
            self._turn_of = asyncio.current_task()
            yield
        finally:
            self._turn_of = None
            self._turn.release()


class _Reading(AbstractAsyncContextManager[Reader]):
    """The context of a reader; as a generator it would take as long as a statement."""

    def __init__(self, database: Database, reader: Reader) -> None:
        self._database = database
        self._reader = reader

    async def __aenter__(self) -> Reader:
        # Short reads never pause by themselves, so a task that reads in a loop would block all others.
        await asyncio.sleep(0)
        self._database.check_sound()
        return self._reader

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._reader.close()
        if isinstance(error, Exception):
            self._database.check_error(error)
        elif error is None:
            self._database.check_sound()
