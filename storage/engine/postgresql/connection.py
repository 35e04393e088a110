"""Connections to PostgreSQL: their settings, pools and transactions."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping

import asyncpg

from storage.engine.postgresql.errors import GONE, is_lost, watch_errors
from storage.engine.postgresql.locks import beginning
from storage.engine.turns import to_the_end

CONNECT_WITHIN_SECONDS = 10.0
ANSWER_WITHIN_SECONDS = 30.0
# Enough for all our queries, each prepared once per connection.
STATEMENTS = 300
# lock_timeout: Discord waits three seconds for an answer, so a failure to write must be known before that.
# idle_in_transaction_session_timeout: a process that hangs must not keep its locks.
# tcp_…: a process that vanished must not keep its locks for hours, as it would by default.
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
    """Return a single connection outside the pools; `name` identifies it on the server."""
    settings = {**EVERY_CONNECTION, "application_name": name}
    # The error after the refused login gives advice on this (`_password_advice`).
    warnings.filterwarnings("ignore", message="password file .* has group or world access")
    return await asyncpg.connect(address, timeout=CONNECT_WITHIN_SECONDS, server_settings=settings)


async def pool_of(address: str, size: int, name: str, settings: Mapping[str, str]) -> asyncpg.Pool:
    """Return a pool of up to `size` connections, opened when needed and identified by `name`."""
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
    """Skip the reset of a connection, since we never change its settings and a round trip costs time."""


async def take(pool: asyncpg.Pool) -> asyncpg.Connection:
    """Return a connection from the pool for exclusive use; raise UnreachableDatabase."""
    with watch_errors():
        return await pool.acquire()


async def put_back(pool: asyncpg.Pool, connection: asyncpg.Connection) -> None:
    """Return a connection to its pool.

    A lost connection has already left the pool; the resulting error says nothing about the work done on it.
    """
    try:
        await to_the_end(pool.release(connection))
    except (*GONE, asyncpg.PostgresError):
        if not is_lost(connection):
            raise


async def begin(connection: asyncpg.Connection, alone: Iterable[str]) -> None:
    """Begin a transaction and wait for exclusive use of all the names in `alone`."""
    await _run(connection, beginning(alone))


async def _run(connection: asyncpg.Connection, sql: str) -> str:
    with watch_errors(connection):
        status: str = await connection.execute(sql)
        return status


async def commit(connection: asyncpg.Connection) -> None:
    """Commit; if that fails (a deferred foreign key), everything is rolled back.

    Raises:
        RuntimeError: An earlier statement has failed: the server then rolls back, and only its status says
            so.
        UnreachableDatabase: The connection was lost; whether the server has committed isn't known.
    """
    if await _run(connection, "COMMIT") != "COMMIT":
        raise RuntimeError("A statement of this transaction has failed, so nothing of it was written.")


async def rollback(connection: asyncpg.Connection) -> None:
    """Leave no transaction open; on a lost connection the server rolls back."""
    if is_lost(connection):
        return
    try:
        await connection.execute("ROLLBACK")
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        if not is_lost(connection):
            connection.terminate()
