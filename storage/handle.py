"""What repositories are given: a Reader or a Writer, and the SQL texts of queries/ as functions on it."""

import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import aiosql
from aiosql.adapters.aiosqlite import AioSQLiteAdapter

from storage.connection import Connection

QUERIES = Path(__file__).parent / "queries"
Row = dict[str, Any]
Parameters = dict[str, Any]
T = TypeVar("T")


class Reader:
    """Reads the newest commit, statement by statement, while its `async with` lasts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._open = True
        self.queries = load_queries("one hop")

    def close(self) -> None:
        """From now on the handle refuses to work."""
        self._open = False

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """All rows of one statement, by column name."""
        return await self._usable().run(lambda raw: _fetch(raw, sql, parameters))

    async def many(self, sql: str, parameters: list[Parameters]) -> None:
        """One statement, once for each of the parameters."""
        await self._usable().run(lambda raw: raw.executemany(sql, parameters).close())

    def _usable(self) -> Connection:
        if not self._open:
            raise RuntimeError("This handle's `async with` is over: open a new one.")
        return self._connection


class Writer(Reader):
    """Reads and writes inside one transaction."""

    async def run(self, work: Callable[[sqlite3.Connection, SimpleNamespace], T]) -> T:
        """Several statements in one hop; they are the queries of `load_queries("sqlite3")`."""
        queries = load_queries("sqlite3")
        return await self._usable().run(lambda raw: work(raw, queries))


class OneHopAdapter(AioSQLiteAdapter):
    """aiosql on our handles: each call is one hop between threads (aiosql's own adapter makes three)."""

    async def select(self, handle, _name, sql, parameters, record_class=None):  # type: ignore[no-untyped-def]
        for row in await handle.fetch(sql, parameters):
            yield row

    async def select_one(self, handle, _name, sql, parameters, record_class=None):  # type: ignore[no-untyped-def]
        return next(iter(await handle.fetch(sql, parameters)), None)

    async def select_value(self, handle, _name, sql, parameters):  # type: ignore[no-untyped-def]
        for row in await handle.fetch(sql, parameters):
            return next(iter(row.values()))
        return None

    async def insert_update_delete(self, handle, _name, sql, parameters):  # type: ignore[no-untyped-def]
        await handle.fetch(sql, parameters)

    async def insert_update_delete_many(self, handle, _name, sql, parameters):  # type: ignore[no-untyped-def]
        await handle.many(sql, parameters)


@cache
def load_queries(driver: str) -> SimpleNamespace:
    """queries/<noun>.sql as .<noun>.<query>; driver: "one hop" (takes a handle) or "sqlite3" (raw)."""
    adapter = OneHopAdapter if driver == "one hop" else driver
    return SimpleNamespace(
        **{
            path.stem: aiosql.from_path(path, adapter, mandatory_parameters=False)
            for path in sorted(QUERIES.glob("*.sql"))
        }
    )


def _fetch(raw: sqlite3.Connection, sql: str, parameters: Parameters) -> list[Row]:
    cursor = raw.execute(sql, parameters)
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
