"""The database: one writer whose transactions take turns, a few readers, one host a file."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import SimpleNamespace, TracebackType
from typing import Any, TypeVar

from storage.connection import (
    Connection,
    begin,
    commit,
    connect_reader,
    connect_writer,
    rollback,
    to_the_end,
)
from storage.errors import explained
from storage.file_lock import HostLock, lock_file
from storage.files import make_private, place, refuse_other_names, tighten_all
from storage.handle import Reader, Writer, load_queries
from storage.migrator import MIGRATIONS, migrate
from storage.soundness import check, try_to_write
from storage.turns import Aside, TooLate, is_in_vain

T = TypeVar("T")


class Commits:
    """How many transactions have been committed within a `counted_commits`."""

    def __init__(self) -> None:
        self.number = 0


_counting: ContextVar[Commits | None] = ContextVar("counting", default=None)


@contextmanager
def counted_commits() -> Iterator[Commits]:
    """Counts what this task, and those that it starts, commit meanwhile."""
    commits = Commits()
    token = _counting.set(commits)
    try:
        yield commits
    finally:
        _counting.reset(token)


def _has_committed() -> bool:
    """Whether something counted here has been committed: then the rest must follow."""
    commits = _counting.get()
    return commits is not None and commits.number > 0


def _count_commit() -> None:
    commits = _counting.get()
    if commits is not None:
        commits.number += 1


async def open_database(path: str | Path, *, readers: int = 2, migrations: Path = MIGRATIONS) -> "Database":
    """Open a file as its only host, checked, made and migrated as needed; nobody else may read it then.

    Raises StorageError of every kind; nothing stays open then.
    """
    file = place(Path(path))
    with _explained(file):
        async with AsyncExitStack() as stack:
            stack.callback(_hosted(file).close)
            await to_the_end(asyncio.to_thread(_prepare, file, migrations))
            writer = await connect_writer(file)
            stack.push_async_callback(writer.close)
            await writer.run(try_to_write)
            pool: asyncio.Queue[Connection] = asyncio.Queue()
            for _ in range(readers):
                reader = await connect_reader(file)
                stack.push_async_callback(reader.close)
                pool.put_nowait(reader)
            return Database(writer, pool, stack.pop_all())


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """What the disk or the rights to it refuse becomes one sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explained(error, file) from error


def _hosted(file: Path) -> HostLock:
    make_private(lock_file(file))
    return HostLock(file)


def _prepare(file: Path, migrations: Path) -> None:
    make_private(file)
    refuse_other_names(file)
    check(file)
    migrate(file, migrations)
    tighten_all(file)


class Database:
    """An open database; made by open_database."""

    def __init__(
        self, writer: Connection, pool: asyncio.Queue[Connection], resources: AsyncExitStack
    ) -> None:
        self._writer = writer
        self._pool = pool
        self._resources = resources
        # Read now and not by the first who commits.
        self._queries = load_queries("sqlite3")
        self._turn = asyncio.Lock()
        self._write_aside, self._read_aside = Aside(), Aside()
        self._turn_of: asyncio.Task[Any] | None = None

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Writer]:
        """One transaction: committed at the end, rolled back on any error and on cancellation."""
        async with self._my_turn():
            writer = Writer(self._writer)
            try:
                await self._writer.run(begin)
                yield writer
            except BaseException:
                writer.close()
                await to_the_end(self._writer.run(rollback))
                raise
            writer.close()
            await to_the_end(self._writer.run(commit))
            _count_commit()

    async def transact(self, work: Callable[[sqlite3.Connection, SimpleNamespace], T]) -> T:
        """One transaction in one hop: work(raw connection, queries) runs on the writer's thread."""
        async with self._my_turn():
            result = await to_the_end(self._writer.run(lambda raw: _transaction(raw, self._queries, work)))
            _count_commit()
            return result

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reader]:
        """A reader; every statement sees the newest commit."""
        connection = await self._read_aside.take(self._pool.get)
        reader = Reader(connection)
        try:
            yield reader
        finally:
            reader.close()
            self._pool.put_nowait(connection)

    async def close(self) -> None:
        """Close everything after the transaction that is running, and let others host the file."""
        async with self._my_turn():
            await to_the_end(self._resources.aclose())

    @asynccontextmanager
    async def _my_turn(self) -> AsyncIterator[None]:
        if self._turn_of is asyncio.current_task():
            raise RuntimeError("This task already has an open transaction: finish that one first.")
        await self._write_aside.take(self._turn.acquire)
        try:
            if is_in_vain() and not _has_committed():
                raise TooLate
            self._turn_of = asyncio.current_task()
            yield
        finally:
            self._turn_of = None
            self._turn.release()

    async def __aenter__(self) -> "Database":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _transaction(
    raw: sqlite3.Connection,
    queries: SimpleNamespace,
    work: Callable[[sqlite3.Connection, SimpleNamespace], T],
) -> T:
    begin(raw)
    try:
        result = work(raw, queries)
    except BaseException:
        rollback(raw)
        raise
    commit(raw)
    return result
