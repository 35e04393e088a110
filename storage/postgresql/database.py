"""PostgreSQL: several hosts on one database, each with a few connections that read and a few that write."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from storage.database import Database, Work, count_commit, has_committed
from storage.handle import OneHopAdapter, Reader, Writer, load_queries
from storage.postgresql.connection import READER, WRITER, begin, commit, connect, pool_of, rollback, taken
from storage.postgresql.errors import explained, place_of
from storage.postgresql.locks import HOSTS
from storage.postgresql.migrator import FOLDER, BeforeUpdate, migrate
from storage.postgresql.presence import ALIVE, Presence, name_of
from storage.postgresql.statements import Remote
from storage.sqlite.connection import to_the_end
from storage.turns import Aside, TooLate, is_in_vain

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
    """Open a database on a server as one of its hosts, made and migrated as needed. before: what is done
    before an update changes it.

    Raises StorageError of every kind; nothing stays open then.
    """
    try:
        async with AsyncExitStack() as stack:
            presence = await _present(address, migrations, before, stack)
            reading = await pool_of(address, readers, name_of(presence.host), READER)
            stack.callback(reading.terminate)
            writing = await pool_of(address, writers, name_of(presence.host), WRITER)
            stack.callback(writing.terminate)
            return PostgresDatabase(presence, reading, writing, stack.pop_all())
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise explained(error, address) from error


async def _present(
    address: str, migrations: Path, before: BeforeUpdate | None, stack: AsyncExitStack
) -> Presence:
    connection = await connect(address)
    stack.callback(connection.terminate)
    await migrate(connection, place_of(address), migrations, before)
    presence = await Presence.of(connection)
    stack.push_async_callback(presence.close)
    return presence


class PostgresDatabase(Database):
    """A database on a server, shared with other hosts; made by open_server."""

    def __init__(
        self,
        presence: Presence,
        readers: asyncpg.Pool,
        writers: asyncpg.Pool,
        resources: AsyncExitStack,
    ) -> None:
        self._presence = presence
        self._readers, self._writers = readers, writers
        self._resources = resources
        self._queries = load_queries(OneHopAdapter, "postgresql")
        self._write_aside, self._read_aside = Aside(), Aside()
        self._busy: set[asyncio.Task[Any] | None] = set()
        self.host = presence.host
        self.lost = presence.lost

    @asynccontextmanager
    async def write(self, *alone: str) -> AsyncIterator[Writer]:
        async with self._my_turn() as connection:
            writer = Writer(Remote(connection), self._queries, alone)
            try:
                # A BEGIN that is cancelled on its way would leave a transaction open.
                await to_the_end(begin(connection, alone))
                yield writer
            except BaseException:
                writer.close()
                await to_the_end(rollback(connection))
                raise
            writer.close()
            await to_the_end(commit(connection))
            count_commit()

    async def transact(self, work: Work[T], *alone: str) -> T:
        async with self._my_turn() as connection:
            result = await to_the_end(self._tried(connection, work, alone))
            count_commit()
            return result

    @asynccontextmanager
    async def read(self, *, long: bool = False) -> AsyncIterator[Reader]:
        connection = await self._read_aside.take(lambda: taken(self._readers))
        reader = Reader(Remote(connection), self._queries)
        try:
            yield reader
        finally:
            reader.close()
            await to_the_end(self._readers.release(connection))

    async def alive(self) -> frozenset[int]:
        async with self.read() as r:
            return frozenset(row["host"] for row in await r.fetch(ALIVE, {"class": HOSTS}))

    def listen(self, callback: Callable[[], None]) -> None:
        self._presence.listen(callback)

    async def close(self) -> None:
        """Close everything after what is running; from then on the others know that we're gone."""
        if asyncio.current_task() in self._busy:
            raise RuntimeError("This task still has an open transaction: finish that one first.")
        for pool in (self._writers, self._readers):
            await to_the_end(pool.close())
        await to_the_end(self._resources.aclose())

    @asynccontextmanager
    async def _my_turn(self) -> AsyncIterator[asyncpg.Connection]:
        task = asyncio.current_task()
        if task in self._busy:
            raise RuntimeError("This task already has an open transaction: finish that one first.")
        connection = await self._write_aside.take(lambda: taken(self._writers))
        try:
            if is_in_vain() and not has_committed():
                raise TooLate
            self._busy.add(task)
            yield connection
        finally:
            self._busy.discard(task)
            await to_the_end(self._writers.release(connection))

    async def _tried(self, connection: asyncpg.Connection, work: Work[T], alone: tuple[str, ...]) -> T:
        """What `work` gives, in a transaction. Where the server gives up one of two that wait for each other,
        nothing has happened, and it's done again."""
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
        writer = Writer(Remote(connection), self._queries, alone)
        try:
            await begin(connection, alone)
            result = await work(writer)
        except BaseException:
            await rollback(connection)
            raise
        finally:
            writer.close()
        await commit(connection)
        return result
