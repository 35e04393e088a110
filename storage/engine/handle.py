"""The handles Reader and Writer for repositories, and the SQL of queries/ as functions of a handle."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

import aiosql
from aiosql.adapters.aiosqlite import AioSQLiteAdapter

QUERIES = Path(__file__).parent.parent / "queries"
_QUESTION = re.compile(r"(\s|--.*\n)*(SELECT|WITH|EXPLAIN|PRAGMA)\b", re.IGNORECASE)
Row = dict[str, Any]
Parameters = dict[str, Any]


class Statements(Protocol):
    """An executor of single SQL statements."""

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return all rows, by column name."""

    async def many(self, sql: str, parameters: list[Parameters]) -> None:
        """Run the statement once for each set of parameters."""


class Reader:
    """A handle that reads the newest commit, statement by statement, within its `async with`."""

    def __init__(self, statements: Statements, queries: SimpleNamespace) -> None:
        self._statements = statements
        self._open = True
        self.queries = queries

    def close(self) -> None:
        """Refuse all further statements."""
        self._open = False

    async def fetch(self, sql: str, parameters: Parameters) -> list[Row]:
        """Return all rows of one statement, by column name.

        Raises:
            RuntimeError: The handle is closed, or a Writer without `alone` writes after it has read.
        """
        return await self._usable(sql).fetch(sql, parameters)

    async def many(self, sql: str, parameters: list[Parameters]) -> None:
        """Run one statement once for each set of parameters."""
        await self._usable(sql).many(sql, parameters)

    def _usable(self, sql: str) -> Statements:
        if not self._open:
            raise RuntimeError("This handle's `async with` is over: open a new one.")
        return self._statements


class Writer(Reader):
    """A handle that reads and writes inside one transaction.

    `alone` names what the transaction has for itself (see Database); `now` returns the process's time, if
    any. A write after a read raises RuntimeError if `alone` is empty: another process may have changed what
    was read.
    """

    def __init__(
        self,
        statements: Statements,
        queries: SimpleNamespace,
        alone: tuple[str, ...] = (),
        now: Callable[[], int | None] = lambda: None,
    ) -> None:
        super().__init__(statements, queries)
        self.now = now
        self._may_have_changed = False
        self._alone = bool(alone)

    def _usable(self, sql: str) -> Statements:
        if _is_question(sql):
            self._may_have_changed = not self._alone
        elif self._may_have_changed:
            raise RuntimeError(
                'This transaction writes what it has read: name that, as in write("match:ID").'
            )
        return super()._usable(sql)


class OneHopAdapter(AioSQLiteAdapter):
    """The aiosql adapter for our handles; each call is one statement."""

    is_aio_driver = False
    """Makes aiosql pass on what these methods return, without a coroutine around it."""

    async def select(self, handle, _name, sql, parameters, record_class=None):  # type: ignore[no-untyped-def]
        """Yield the rows."""
        for row in await handle.fetch(sql, parameters):
            yield row

    async def select_one(self, handle, _name, sql, parameters, record_class=None):  # type: ignore[no-untyped-def]
        """Return the first row, or None."""
        return next(iter(await handle.fetch(sql, parameters)), None)

    async def select_value(self, handle, _name, sql, parameters):  # type: ignore[no-untyped-def]
        """Return the first column of the first row, or None."""
        for row in await handle.fetch(sql, parameters):
            return next(iter(row.values()))
        return None

    async def insert_update_delete(self, handle, _name, sql, parameters):  # type: ignore[no-untyped-def]
        """Run the statement and ignore its rows."""
        await handle.fetch(sql, parameters)

    async def insert_update_delete_many(self, handle, _name, sql, parameters):  # type: ignore[no-untyped-def]
        """Run the statement once for each set of parameters."""
        await handle.many(sql, parameters)


@lru_cache(maxsize=1024)
def _is_question(sql: str) -> bool:
    return _QUESTION.match(sql) is not None


@cache
def load_queries(adapter: Callable[..., Any] = OneHopAdapter, overrides: str = "") -> SimpleNamespace:
    """Return the queries of queries/<noun>.sql as functions `.<noun>.<query>(handle, **parameters)`.

    `overrides` is the folder in queries/ whose queries replace those of the same name.
    """
    found = {path.stem: _load_queries(path, adapter) for path in sorted(QUERIES.glob("*.sql"))}
    if overrides:
        for path in sorted((QUERIES / overrides).glob("*.sql")):
            found[path.stem] |= _load_queries(path, adapter)
    return SimpleNamespace(**{noun: SimpleNamespace(**named) for noun, named in found.items()})


def _load_queries(path: Path, adapter: Callable[..., Any]) -> dict[str, Any]:
    queries = aiosql.from_path(path, adapter, mandatory_parameters=False)
    return {name: getattr(queries, name) for name in queries.available_queries}
