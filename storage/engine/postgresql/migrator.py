"""Bring a database on a server to the newest version: all pending migrations, or none of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg

from storage.engine.causes import cause_of
from storage.engine.errors import MigrationFailed, UnusableDatabase, UnwritableDatabase
from storage.engine.migrations import MIGRATIONS, Migration, migrations
from storage.engine.postgresql.locks import MIGRATING, beginning
from storage.engine.postgresql.schema import check_schema

FOLDER = MIGRATIONS / "postgresql"
OLDEST_SERVER = 15
_APPLIED = """CREATE TABLE IF NOT EXISTS migrations (
    version BIGINT PRIMARY KEY, name TEXT COLLATE "C" NOT NULL, applied_at BIGINT NOT NULL
)"""
_ADD = """INSERT INTO migrations (version, name, applied_at)
VALUES ($1, $2, CAST(EXTRACT(EPOCH FROM now()) AS BIGINT))"""
BeforeUpdate = Callable[[int], Awaitable[object]]
"""Given the number of the first migration that's to come."""
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


async def migrate(
    connection: asyncpg.Connection, where: str, folder: Path = FOLDER, before: BeforeUpdate | None = None
) -> None:
    """Apply what is missing. Of several hosts that start at once one does it, and the others wait for it.
    before: what is done first where that changes a database that is there.

    Raises MigrationFailed (nothing is changed), UnusableDatabase (not ours, or a newer one),
    UnwritableDatabase, and what asyncpg raises when the server can't do it.
    """
    await check_server(connection, where)
    await connection.execute("SET lock_timeout = 0")
    await connection.execute(beginning((MIGRATING,)))
    try:
        # A copy that's made before an update may take long, and meanwhile nothing is asked here.
        await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        await _apply(connection, where, migrations(folder), before)
        await connection.execute("COMMIT")
    except BaseException:
        if not connection.is_closed():
            await connection.execute("ROLLBACK")
        raise
    await connection.execute("RESET lock_timeout")


async def version(connection: asyncpg.Connection, where: str) -> int:
    """The newest version applied, 0 for an empty database."""
    tables = {row["tablename"] for row in await connection.fetch(_TABLES)}
    if not tables:
        return 0
    if "migrations" not in tables:
        raise UnusableDatabase(f"{where} is another program's database: create one for the bot alone.")
    newest: int = await connection.fetchval("SELECT COALESCE(MAX(version), 0) FROM migrations")
    return newest


async def known_version(connection: asyncpg.Connection, where: str, newest: int) -> int:
    """The version of a database; raises UnusableDatabase where this program knows only older ones."""
    current = await version(connection, where)
    if current > newest:
        raise UnusableDatabase(
            f"{where} has version {current}, but this program knows {newest}: update the program."
        )
    return current


async def check_server(connection: asyncpg.Connection, where: str) -> None:
    """Raise StorageError where this server won't do at all."""
    server = connection.get_server_version()
    if server.major < OLDEST_SERVER:
        raise UnusableDatabase(
            f"PostgreSQL {server.major} is too old: update it to {OLDEST_SERVER} or newer."
        )
    encoding = connection.get_settings().server_encoding
    if encoding.upper() not in ("UTF8", "UTF-8"):
        raise UnusableDatabase(f"{where} keeps texts as {encoding}: create it with ENCODING 'UTF8'.")
    if await connection.fetchval(
        "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool"
    ):
        raise UnwritableDatabase(f"{where} is a read-only copy: name the main server instead.")


async def _apply(
    connection: asyncpg.Connection, where: str, known: list[Migration], before: BeforeUpdate | None
) -> None:
    current = await known_version(connection, where, known[-1].version)
    if current:
        await check_schema(connection, where, current, known)
    pending = [migration for migration in known if migration.version > current]
    if pending and current and before is not None:
        await before(pending[0].version)
    if pending:
        await connection.execute(_APPLIED)
    for migration in pending:
        try:
            await connection.execute(migration.script)
        except asyncpg.PostgresError as error:
            if cause_of(error) is not None:
                # A full disk is no fault of the migration.
                raise
            raise MigrationFailed(
                f"Migration {migration.name} failed ({_without_values(error)}); the database is unchanged. "
                "Go back to the version of the program that you had, and report this."
            ) from (None if isinstance(error, asyncpg.DataError) else error)
        await connection.execute(_ADD, migration.version, migration.name)


def _without_values(error: asyncpg.PostgresError) -> str:
    """What went wrong, without what rows hold: its detail quotes them, and so does the message itself where a
    value is at fault. The error is told as the cause of another one, so it forgets its detail, too."""
    error.detail = None
    return type(error).__name__ if isinstance(error, asyncpg.DataError) else str(error)
