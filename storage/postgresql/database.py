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
from storage.postgresql.errors import explained, place_of, watched
from storage.postgresql.locks import HOSTS, beginning
from storage.postgresql.migrator import FOLDER, migrate
from storage.postgresql.presence import ALIVE, Presence, name_of
from storage.postgresql.statements import Remote
from storage.sqlite.connection import to_the_end
from storage.turns import Aside, TooLate, is_in_vain

T = TypeVar("T")

CONNECT_WITHIN_SECONDS = 10.0
ANSWER_WITHIN_SECONDS = 30.0
TRIES = 5
# Our queries, each prepared once on a connection.
STATEMENTS = 300
# lock_timeout: Discord waits three seconds for an answer, and who can't write must be told so before that.
# idle_in_transaction_session_timeout: a host that stands still must not keep what it has locked.
# tcp_…: a host that's gone without a word must not hold its locks for hours, as is the default.
EVERY_CONNECTION = {
    "timezone": "UTC",
    "lock_timeout": "2000",
    "idle_in_transaction_session_timeout": "15000",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "15000",
}
READER = {"default_transaction_read_only": "on"}
_AGAIN = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError, asyncpg.InvalidCachedStatementError)


async def open_server(
    address: str, *, readers: int = 4, writers: int = 8, migrations: Path = FOLDER
) -> PostgresDatabase:
    """Open a database on a server as one of its hosts, made and migrated as needed.

    Raises StorageError of every kind; nothing stays open then.
    """
    try:
        async with AsyncExitStack() as stack:
            presence = await _present(address, migrations, stack)
            pools = [
                await _pool(address, size, presence.host, stack, more)
                for size, more in ((readers, READER), (writers, {}))
            ]
            return PostgresDatabase(presence, pools[0], pools[1], stack.pop_all())
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise explained(error, address) from error


async def _present(address: str, migrations: Path, stack: AsyncExitStack) -> Presence:
    connection = await asyncpg.connect(
        address, timeout=CONNECT_WITHIN_SECONDS, server_settings=EVERY_CONNECTION
    )
    stack.callback(connection.terminate)
    await migrate(connection, place_of(address), migrations)
    presence = await Presence.of(connection)
    stack.push_async_callback(presence.close)
    return presence


async def _pool(
    address: str, size: int, host: int, stack: AsyncExitStack, more: dict[str, str]
) -> asyncpg.Pool:
    pool = await asyncpg.create_pool(
        address,
        min_size=0,
        max_size=size,
        timeout=CONNECT_WITHIN_SECONDS,
        command_timeout=ANSWER_WITHIN_SECONDS,
        statement_cache_size=STATEMENTS,
        server_settings={**EVERY_CONNECTION, "application_name": name_of(host), **more},
        reset=_leave_as_it_is,
    )
    stack.callback(pool.terminate)
    return pool


async def _leave_as_it_is(_connection: object) -> None:
    """We change nothing about a connection, so a round trip to undo that would be for nothing."""


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
            writer = Writer(Remote(connection), self._queries)
            try:
                # A BEGIN that is cancelled on its way would leave a transaction open.
                await to_the_end(_run(connection, beginning(alone)))
                yield writer
            except BaseException:
                writer.close()
                await to_the_end(_rollback(connection))
                raise
            writer.close()
            await to_the_end(_commit(connection))
            count_commit()

    async def transact(self, work: Work[T], *alone: str) -> T:
        async with self._my_turn() as connection:
            result = await to_the_end(self._tried(connection, work, beginning(alone)))
            count_commit()
            return result

    @asynccontextmanager
    async def read(self, *, long: bool = False) -> AsyncIterator[Reader]:
        connection = await self._read_aside.take(lambda: _taken(self._readers))
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
        connection = await self._write_aside.take(lambda: _taken(self._writers))
        try:
            if is_in_vain() and not has_committed():
                raise TooLate
            self._busy.add(task)
            yield connection
        finally:
            self._busy.discard(task)
            await to_the_end(self._writers.release(connection))

    async def _tried(self, connection: asyncpg.Connection, work: Work[T], begin: str) -> T:
        """What `work` gives, in a transaction. Where the server gives up one of two that wait for each other,
        nothing has happened, and it's done again."""
        task = asyncio.current_task()
        self._busy.add(task)
        try:
            for _ in range(TRIES - 1):
                with suppress(*_AGAIN):
                    return await self._once(connection, work, begin)
            return await self._once(connection, work, begin)
        finally:
            self._busy.discard(task)

    async def _once(self, connection: asyncpg.Connection, work: Work[T], begin: str) -> T:
        writer = Writer(Remote(connection), self._queries)
        try:
            await _run(connection, begin)
            result = await work(writer)
        except BaseException:
            await _rollback(connection)
            raise
        finally:
            writer.close()
        await _commit(connection)
        return result


async def _taken(pool: asyncpg.Pool) -> asyncpg.Connection:
    with watched():
        return await pool.acquire()


async def _run(connection: asyncpg.Connection, sql: str) -> str:
    with watched(connection):
        status: str = await connection.execute(sql)
        return status


async def _commit(connection: asyncpg.Connection) -> None:
    """COMMIT; when that is refused (a deferred foreign key), all is rolled back. The server takes it for a
    ROLLBACK if a statement has failed before, and says so only in passing."""
    if await _run(connection, "COMMIT") != "COMMIT":
        raise RuntimeError("A statement of this transaction has failed, so nothing of it was written.")


async def _rollback(connection: asyncpg.Connection) -> None:
    """Leave no transaction open; where the connection is lost, the server does it."""
    try:
        if not connection.is_closed():
            await connection.execute("ROLLBACK")
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.terminate()
