"""The PostgreSQL database: several processes share it, each with a few readers and writers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from storage.engine.database import Database, Work, count_commit, has_committed
from storage.engine.handle import OneHopAdapter, Reader, Writer, load_queries
from storage.engine.migrations import BeforeUpdate
from storage.engine.postgresql.connection import (
    READER,
    WRITER,
    begin,
    commit,
    connect,
    pool_of,
    put_back,
    rollback,
    take,
)
from storage.engine.postgresql.errors import explain, place_of
from storage.engine.postgresql.locks import HOSTS
from storage.engine.postgresql.migrator import FOLDER, migrate
from storage.engine.postgresql.presence import ALIVE, Presence, any_name
from storage.engine.postgresql.statements import Remote
from storage.engine.turns import Aside, BegunElsewhere, TooLate, find_claim, is_in_vain, to_the_end

T = TypeVar("T")

TRIES = 5
_AGAIN = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError, asyncpg.InvalidCachedStatementError)


async def open_server(
    address: str,
    *,
    readers: int = 4,
    writers: int = 8,
    migrations: Path = FOLDER,
    before: BeforeUpdate | None = None,
) -> PostgresDatabase:
    """Open a database on a server as one of its processes, created and migrated as needed.

    Up to `readers` and `writers` connections are opened. `before` is called before an update changes the
    database. Raise StorageError of any kind; nothing stays open then.
    """
    name, lost, callbacks = any_name(), asyncio.Event(), list[Callable[[], None]]()

    async def join() -> Presence:
        """Migrate the database and register this process on it."""
        with _explain(address):
            async with AsyncExitStack() as stack:
                connection = await connect(address, name)
                stack.callback(connection.terminate)
                await migrate(connection, place_of(address), migrations, before)
                presence = await Presence.of(connection, name, lost, callbacks)
                stack.pop_all()
                return presence

    presence = await join()
    reading = await pool_of(address, readers, name, READER)
    writing = await pool_of(address, writers, name, WRITER)
    return PostgresDatabase(place_of(address), reading, writing, presence, join, lost, callbacks)


@contextmanager
def _explain(address: str) -> Iterator[None]:
    try:
        yield
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise explain(error, address) from error


class PostgresDatabase(Database):
    """A database on a server, shared with other processes; made by open_server."""

    def __init__(
        self,
        name: str,
        readers: asyncpg.Pool,
        writers: asyncpg.Pool,
        presence: Presence,
        join: Callable[[], Awaitable[Presence]],
        lost: asyncio.Event,
        callbacks: list[Callable[[], None]],
    ) -> None:
        self._readers, self._writers = readers, writers
        self._presence, self._join = presence, join
        self._callbacks = callbacks
        self._queries = load_queries(OneHopAdapter, "postgresql")
        self._write_aside, self._read_aside = Aside(), Aside()
        self._busy: set[asyncio.Task[Any] | None] = set()
        self.host, self.lost, self.damaged, self.name = presence.host, lost, asyncio.Event(), name

    @asynccontextmanager
    async def write(self, *alone: str) -> AsyncIterator[Writer]:
        """Provide a transaction: committed at the end, rolled back on any error or cancellation."""
        with self.sound():
            async with self._my_turn() as connection:
                writer = Writer(Remote(connection), self._queries, alone, self.now)
                try:
                    # A BEGIN canceled midway would leave a transaction open.
                    await to_the_end(begin(connection, alone))
                    await self._claim(writer)
                    yield writer
                except BaseException:
                    writer.close()
                    await to_the_end(rollback(connection))
                    raise
                writer.close()
                await to_the_end(commit(connection))
                count_commit()

    async def transact(self, work: Work[T], *alone: str) -> T:
        """Run `work` as one transaction that never pauses for its caller, and return its result."""
        with self.sound():
            async with self._my_turn() as connection:
                result = await to_the_end(self._try_work(connection, work, alone))
                count_commit()
                return result

    @asynccontextmanager
    async def read(self, *, long: bool = False) -> AsyncIterator[Reader]:
        """Provide a reader; each of its statements sees the newest commit."""
        connection = await self._read_aside.take(lambda: take(self._readers))
        reader = Reader(Remote(connection), self._queries)
        try:
            with self.sound():
                yield reader
        finally:
            reader.close()
            await put_back(self._readers, connection)

    async def alive(self) -> frozenset[int]:
        """Return the processes that share the database now, including this one."""
        async with self.read() as r:
            return frozenset(row["host"] for row in await r.fetch(ALIVE, {"class": HOSTS}))

    async def rejoin(self) -> None:
        """Register this process again after `lost`, under a new number."""
        await to_the_end(self._presence.close())
        self._presence = await self._join()
        self.host = self._presence.host
        self.lost.clear()

    def listen(self, callback: Callable[[], None]) -> None:
        """Register a callback for when another process may have left work to do."""
        self._callbacks.append(callback)

    async def scrub(self) -> bool:
        """Return True, since the server overwrites dead rows and its log in its own time."""
        return True

    async def close(self) -> None:
        """Close everything after the running transactions; the other processes then see this one as gone."""
        if asyncio.current_task() in self._busy:
            raise RuntimeError("This task still has an open transaction: finish that one first.")
        for pool in (self._writers, self._readers):
            await to_the_end(pool.close())
        await to_the_end(self._presence.close())

    @asynccontextmanager
    async def _my_turn(self) -> AsyncIterator[asyncpg.Connection]:
        task = asyncio.current_task()
        if task in self._busy:
            raise RuntimeError("This task already has an open transaction: finish that one first.")
        connection = await self._write_aside.take(lambda: take(self._writers))
        try:
            if is_in_vain() and not has_committed():
                raise TooLate
            self._busy.add(task)
            yield connection
        finally:
            self._busy.discard(task)
            await put_back(self._writers, connection)

    async def _claim(self, w: Writer) -> None:
        """Claim this task's interaction in its first transaction; raise BegunElsewhere if it's taken."""
        claim = find_claim()
        if claim is None or has_committed():
            return
        given = {"interaction": claim.interaction, "at": claim.at, "host": self.host}
        if await w.queries.shards.begin_answer(w, **given) != self.host:
            raise BegunElsewhere

    async def _try_work(self, connection: asyncpg.Connection, work: Work[T], alone: tuple[str, ...]) -> T:
        """Run `work` in a transaction and return its result, with up to five tries.

        It's safe to try again after a deadlock, serialization error or stale statement: nothing was written.
        """
        task = asyncio.current_task()
        self._busy.add(task)
        try:
            for _ in range(TRIES - 1):
                with suppress(*_AGAIN):
                    return await self._once(connection, work, alone)
            return await self._once(connection, work, alone)
        finally:
            self._busy.discard(task)

    async def _once(self, connection: asyncpg.Connection, work: Work[T], alone: tuple[str, ...]) -> T:
        writer = Writer(Remote(connection), self._queries, alone, self.now)
        try:
            await begin(connection, alone)
            await self._claim(writer)
            result = await work(writer)
        except BaseException:
            await rollback(connection)
            raise
        finally:
            writer.close()
        await commit(connection)
        return result
