"""Migration of a database on a server to the newest version: all pending migrations or none."""

from __future__ import annotations

from pathlib import Path

import asyncpg

from storage.engine.causes import cause_of
from storage.engine.errors import MigrationFailed, UnusableDatabase, UnwritableDatabase
from storage.engine.migrations import MIGRATIONS, BeforeUpdate, Migration, migrations
from storage.engine.postgresql.locks import MIGRATING, beginning
from storage.engine.postgresql.schema import check_schema

FOLDER = MIGRATIONS / "postgresql"
OLDEST_SERVER = 15
_APPLIED = """CREATE TABLE IF NOT EXISTS migrations (
    version BIGINT PRIMARY KEY, name TEXT COLLATE "C" NOT NULL, applied_at BIGINT NOT NULL
)"""
_ADD = """INSERT INTO migrations (version, name, applied_at)
VALUES ($1, $2, CAST(EXTRACT(EPOCH FROM now()) AS BIGINT))"""
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


async def migrate(
    connection: asyncpg.Connection, where: str, folder: Path = FOLDER, before: BeforeUpdate | None = None
) -> None:
    """Apply the pending migrations, in one process while others that start wait for it.

    `before` is called before an existing database is changed. Raise MigrationFailed with nothing changed,
    DamagedDatabase if the schema is faulty, UnusableDatabase if the database is foreign or newer or the
    server unfit, UnwritableDatabase if it's read-only, and asyncpg's errors if the server fails otherwise.
    """
    await check_server(connection, where)
    await connection.execute("SET lock_timeout = 0")
    await connection.execute(beginning((MIGRATING,)))
    try:
        # The copy made before an update may take long, and this connection is idle meanwhile.
        await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        await _apply(connection, where, migrations(folder), before)
        await connection.execute("COMMIT")
    except BaseException:
        if not connection.is_closed():
            await connection.execute("ROLLBACK")
        raise
    await connection.execute("RESET lock_timeout")


async def version(connection: asyncpg.Connection, where: str) -> int:
    """Return the newest version applied, or 0 if empty; raise UnusableDatabase for a foreign database."""
    tables = {row["tablename"] for row in await connection.fetch(_TABLES)}
    if not tables:
        return 0
    if "migrations" not in tables:
        raise UnusableDatabase(f"{where} is another program's database: create one for the bot alone.")
    newest: int = await connection.fetchval("SELECT COALESCE(MAX(version), 0) FROM migrations")
    return newest


async def read_version(connection: asyncpg.Connection, where: str, newest: int) -> int:
    """Return a database's version; raise UnusableDatabase if it's newer than this program."""
    current = await version(connection, where)
    if current > newest:
        raise UnusableDatabase(
            f"{where} has version {current}, but this program knows {newest}: update the program."
        )
    return current


async def check_server(connection: asyncpg.Connection, where: str) -> None:
    """Raise UnusableDatabase or UnwritableDatabase if the bot can't work with this server."""
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
    current = await read_version(connection, where, known[-1].version)
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
                # A full disk, for example, isn't the migration's fault.
                raise
            raise MigrationFailed(
                f"Migration {migration.name} failed ({_without_values(error)}); the database is unchanged. "
                "Go back to the version of the program that you had, and report this."
            ) from (None if isinstance(error, asyncpg.DataError) else error)
        await connection.execute(_ADD, migration.version, migration.name)


def _without_values(error: asyncpg.PostgresError) -> str:
    """Return an error's description without any row contents.

    An error's detail quotes rows, and so does its message if a value is at fault. The detail is also removed
    from the error itself, since that is shown as the cause of the next one.
    """
    error.detail = None
    return type(error).__name__ if isinstance(error, asyncpg.DataError) else str(error)
