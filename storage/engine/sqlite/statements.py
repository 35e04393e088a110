"""SQL statements on a connection to SQLite, and a transaction's inside run without a pause."""

import sqlite3
from collections.abc import Awaitable
from typing import TypeVar

from storage.engine.handle import Parameters, Row
from storage.engine.sqlite.connection import Connection

T = TypeVar("T")


class Straight:
    """At once, on the thread that asks."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """All rows, by column name."""
        return fetch(self._raw, sql, parameters)

    async def many(self, sql: str, parameters: list[Parameters]) -> None:
        """The statement once for each of the parameters."""
        self._raw.executemany(sql, parameters).close()


class Hopping:
    """On the connection's own thread, one hop a statement."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """All rows, by column name."""
        return await self._connection.run(lambda raw: fetch(raw, sql, parameters))

    async def many(self, sql: str, parameters: list[Parameters]) -> None:
        """The statement once for each of the parameters."""
        await self._connection.run(lambda raw: raw.executemany(sql, parameters).close())


def fetch(raw: sqlite3.Connection, sql: str, parameters: Parameters) -> list[Row]:
    """All rows of one statement, by column name."""
    cursor = raw.execute(sql, parameters)
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def finished(work: Awaitable[T]) -> T:
    """What `work` gives, which awaits nothing but a Straight's statements, so that it never pauses."""
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
