"""Execution of SQL statements on PostgreSQL, with named parameters as on SQLite."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import asyncpg
from aiosql.utils import VAR_REF

from storage.engine.handle import Parameters, Row
from storage.engine.postgresql.errors import watch_errors


class Numbered(NamedTuple):
    """A statement with the server's placeholders ($1, $2, …), and our names of them in order."""

    sql: str
    names: tuple[str, ...]

    def values(self, parameters: Parameters) -> list[object]:
        """Return the parameters in the order of their numbers."""
        return [parameters[name] for name in self.names]


class Remote:
    """An executor of statements on a server, with one round trip per statement."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return all rows, by column name."""
        statement = number_parameters(sql)
        with watch_errors(self._connection):
            rows = await self._connection.fetch(statement.sql, *statement.values(parameters))
        return [dict(row) for row in rows]

    async def many(self, sql: str, parameters: list[Parameters]) -> None:
        """Run the statement once for each set of parameters."""
        statement = number_parameters(sql)
        with watch_errors(self._connection):
            await self._connection.executemany(statement.sql, [statement.values(row) for row in parameters])


@cache
def number_parameters(sql: str) -> Numbered:
    """Convert a statement with :names to one with numbers."""
    names: list[str] = []

    def number(found: re.Match[str]) -> str:
        name = found["var_name"]
        if name is None:
            return found[0]
        if name not in names:
            names.append(name)
        return f"{found['lead']}${names.index(name) + 1}"

    return Numbered(VAR_REF.sub(number, sql), tuple(names))
