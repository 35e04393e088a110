"""Reading of a whole database on a server as a snapshot, and filling of an empty one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from storage.engine.copying import ROWS_AT_ONCE, Rows
from storage.engine.errors import AlreadyHosted, NotEmpty, UnusableDatabase
from storage.engine.handle import OneHopAdapter, Reader, load_queries
from storage.engine.postgresql.connection import connect
from storage.engine.postgresql.errors import explain, place_of
from storage.engine.postgresql.locks import HOSTS
from storage.engine.postgresql.migrator import migrate, read_version
from storage.engine.postgresql.presence import ALIVE, any_name
from storage.engine.postgresql.statements import Remote, number_parameters
from storage.engine.schema import Table, newest_version, tables_of

_REFUSED = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
_TELLING = ("people", "matches")
"""Tables that have rows as soon as a bot has been used."""


class PostgresSource:
    """A snapshot of a database that others may keep writing to."""

    def __init__(self, connection: asyncpg.Connection, version: int) -> None:
        self.connection = connection
        self.version = version

    async def count(self, table: Table) -> int:
        """Return the number of a table's rows."""
        number: int = await self.connection.fetchval(f'SELECT COUNT(*) FROM "{table.name}"')
        return number

    async def rows(self, table: Table) -> AsyncIterator[Rows]:
        """Yield all rows of a table in the order of their keys, in batches."""
        sql = f'SELECT {_names(table.columns)} FROM "{table.name}" ORDER BY {_names(table.key)}'
        cursor = await self.connection.cursor(sql)
        while rows := await cursor.fetch(ROWS_AT_ONCE):
            yield [tuple(row) for row in rows]
        # While a cursor is open, its table can't be altered, even by this transaction.
        await self.connection.execute("CLOSE ALL")

    def reader(self) -> Reader:
        """Return a reader that runs the queries on this snapshot."""
        return Reader(Remote(self.connection), load_queries(OneHopAdapter, "postgresql"))


class PostgresTarget(PostgresSource):
    """An empty database that is filled in one transaction."""

    async def fill(self, table: Table, rows: AsyncIterator[Rows]) -> None:
        """Write all rows of a table."""
        each = (row async for some in rows for row in some)
        await self.connection.copy_records_to_table(table.name, records=each, columns=table.columns)
        await self._count_on(table)

    async def _count_on(self, table: Table) -> None:
        """Set the server's counters for the table to the number after the highest one."""
        for column in table.key:
            sequence = await self.connection.fetchval(
                "SELECT pg_get_serial_sequence($1, $2)", table.name, column
            )
            if sequence is not None:
                highest = f'SELECT COALESCE(MAX("{column}"), 0) + 1 FROM "{table.name}"'
                await self.connection.execute(f"SELECT setval('{sequence}', ({highest}), false)")


@asynccontextmanager
async def open_connection(address: str) -> AsyncIterator[asyncpg.Connection]:
    """Provide a connection whose transactions may take long; its errors become one sentence."""
    try:
        connection = await connect(address, any_name())
    except (*_REFUSED, ValueError) as error:
        raise explain(error, address) from error
    try:
        try:
            await connection.execute("SET idle_in_transaction_session_timeout = 0")
            yield connection
        finally:
            connection.terminate()
    except _REFUSED as error:
        raise explain(error, address) from error


@asynccontextmanager
async def reading(address: str, *, resting: bool = False) -> AsyncIterator[PostgresSource]:
    """Provide a snapshot; raise UnusableDatabase if the database is empty, foreign or newer.

    With `resting`, raise AlreadyHosted if a bot uses the database.
    """
    async with open_connection(address) as connection:
        if resting:
            await _refuse_hosted(connection, address)
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            version = await read_version(connection, place_of(address), newest_version())
            if version == 0:
                raise UnusableDatabase(f"{place_of(address)} is empty: name a database of the bot.")
            yield PostgresSource(connection, version)


@asynccontextmanager
async def filling(address: str, *, replace: bool = False) -> AsyncIterator[PostgresTarget]:
    """Provide an empty database of the newest version to fill; on failure its data is unchanged.

    Raises:
        AlreadyHosted: A bot uses it.
        NotEmpty: It holds data that `replace` doesn't allow to replace.
    """
    async with open_connection(address) as connection:
        await _refuse_hosted(connection, address)
        if await read_version(connection, place_of(address), newest_version()) and not replace:
            await _refuse_full(connection, address)
        await migrate(connection, place_of(address))
        tables = tables_of(newest_version())
        async with connection.transaction():
            # The rows that triggers would write are copied as well.
            await _all(connection, tables, "ALTER TABLE {} DISABLE TRIGGER USER")
            await connection.execute(f"TRUNCATE {', '.join(_quote(table) for table in tables)}")
            yield PostgresTarget(connection, newest_version())
            await connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
            await _all(connection, tables, "ALTER TABLE {} ENABLE TRIGGER USER")


async def is_new(address: str) -> bool:
    """Return whether a database is empty."""
    async with open_connection(address) as connection:
        return await read_version(connection, place_of(address), newest_version()) == 0


async def _refuse_hosted(connection: asyncpg.Connection, address: str) -> None:
    alive = number_parameters(ALIVE)
    if await connection.fetch(alive.sql, *alive.values({"class": HOSTS})):
        raise AlreadyHosted(f"A bot is using {place_of(address)}: stop it first.")


async def _refuse_full(connection: asyncpg.Connection, address: str) -> None:
    for table in _TELLING:
        if await connection.fetchval(f'SELECT EXISTS (SELECT 1 FROM "{table}")'):
            raise NotEmpty(f"{place_of(address)} isn't empty: create another database.")


async def _all(connection: asyncpg.Connection, tables: tuple[Table, ...], statement: str) -> None:
    for table in tables:
        await connection.execute(statement.format(_quote(table)))


def _quote(table: Table) -> str:
    return f'"{table.name}"'


def _names(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{column}"' for column in columns)
