"""Connections to PostgreSQL: settings that every one has, and how a transaction begins and ends on one."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping

import asyncpg

from storage.engine.postgresql.errors import GONE, is_lost, watched
from storage.engine.postgresql.locks import beginning
from storage.engine.turns import to_the_end

CONNECT_WITHIN_SECONDS = 10.0
ANSWER_WITHIN_SECONDS = 30.0
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
WRITER: dict[str, str] = {}


async def connect(address: str, name: str) -> asyncpg.Connection:
    """A connection for the host alone."""
    settings = {**EVERY_CONNECTION, "application_name": name}
    # What to do about it is said where the server then lets nobody in.
    warnings.filterwarnings("ignore", message="password file .* has group or world access")
    return await asyncpg.connect(address, timeout=CONNECT_WITHIN_SECONDS, server_settings=settings)


async def pool_of(address: str, size: int, name: str, settings: Mapping[str, str]) -> asyncpg.Pool:
    """Up to `size` connections of a host with this name, opened when they're needed."""
    return await asyncpg.create_pool(
        address,
        min_size=0,
        max_size=size,
        timeout=CONNECT_WITHIN_SECONDS,
        command_timeout=ANSWER_WITHIN_SECONDS,
        statement_cache_size=STATEMENTS,
        server_settings={**EVERY_CONNECTION, "application_name": name, **settings},
        reset=_leave_as_it_is,
    )


async def _leave_as_it_is(_connection: object) -> None:
    """We change nothing about a connection, so a round trip to undo that would be for nothing."""


async def taken(pool: asyncpg.Pool) -> asyncpg.Connection:
    """A connection that nobody else has meanwhile; raises UnreachableDatabase."""
    with watched():
        return await pool.acquire()


async def put_back(pool: asyncpg.Pool, connection: asyncpg.Connection) -> None:
    """Return a connection to its pool.

    One that is lost has returned by itself; the error about that says nothing of what was done on it.
    """
    try:
        await to_the_end(pool.release(connection))
    except (*GONE, asyncpg.PostgresError):
        if not is_lost(connection):
            raise


async def begin(connection: asyncpg.Connection, alone: Iterable[str]) -> None:
    """BEGIN, and wait until nobody else has any of `alone`."""
    await _run(connection, beginning(alone))


async def _run(connection: asyncpg.Connection, sql: str) -> str:
    with watched(connection):
        status: str = await connection.execute(sql)
        return status


async def commit(connection: asyncpg.Connection) -> None:
    """COMMIT; when that is refused (a deferred foreign key), all is rolled back. The server takes it for a
    ROLLBACK if a statement has failed before, and says so only in passing."""
    if await _run(connection, "COMMIT") != "COMMIT":
        raise RuntimeError("A statement of this transaction has failed, so nothing of it was written.")


async def rollback(connection: asyncpg.Connection) -> None:
    """Leave no transaction open; where the connection is lost, the server does it."""
    if is_lost(connection):
        return
    try:
        await connection.execute("ROLLBACK")
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        if not is_lost(connection):
            connection.terminate()
