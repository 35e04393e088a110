"""Execution of SQL statements on SQLite, and of a transaction's inside without a pause."""

import sqlite3
from collections.abc import Awaitable
from typing import TypeVar

from storage.engine.handle import Parameters, Row
from storage.engine.sqlite.connection import Connection

T = TypeVar("T")


class Straight:
    """An executor of statements on the calling thread."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return all rows, by column name."""
        return fetch(self._raw, sql, parameters)

    async def many(self, sql: str, parameters: list[Parameters]) -> None:
        """Run the statement once for each set of parameters."""
        self._raw.executemany(sql, parameters).close()


class Hopping:
    """An executor of statements on the connection's own thread, with one hop per statement."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return all rows, by column name."""
        return await self._connection.run(lambda raw: fetch(raw, sql, parameters))

    async def many(self, sql: str, parameters: list[Parameters]) -> None:
        """Run the statement once for each set of parameters."""
        await self._connection.run(lambda raw: raw.executemany(sql, parameters).close())


def fetch(raw: sqlite3.Connection, sql: str, parameters: Parameters) -> list[Row]:
    """Return all rows of one statement, by column name."""
    cursor = raw.execute(sql, parameters)
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def finish(work: Awaitable[T]) -> T:
    """Run `work` to its end without a pause and return its result.

    Raise RuntimeError if `work` awaits something other than a Straight's statements.
    """
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    close = getattr(work, "close", None)
    if close is not None:
        close()
    raise RuntimeError("The inside of a transaction may await nothing but the database.")
