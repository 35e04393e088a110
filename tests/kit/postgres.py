"""A real PostgreSQL server for tests, started by `bench/postgres/`.

`shared_server()` is one server for all workers of a pytest run; each test gets its own databases on it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import asyncpg

from bench.postgres.server import Server as Server
from bench.postgres.server import Use
from bench.postgres.server import server as server
from storage.engine.postgresql.database import open_server

_numbers = count(1)
_HANG_UP = """SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@asynccontextmanager
async def fresh_database(*, template: str | None = None) -> AsyncIterator[str]:
    """Yield the address of a new database on the shared server, and drop it at the end.

    It's a copy of `template`, or by default has our tables.
    """
    it = shared_server()
    template = template or await _template(it)
    name = f"test_{os.getpid()}_{next(_numbers)}"
    await it.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    try:
        yield it.address(name)
    finally:
        await it.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


class _Empty(NamedTuple):
    """An empty database with our tables: its address, and the SQL that empties it again."""

    address: str
    put_back: str


@asynccontextmanager
async def empty_database() -> AsyncIterator[str]:
    """Yield the address of an empty database with our tables.

    Later tests reuse it, since restoring it takes a tenth of the time of a new one. Tests mustn't change its
    tables.
    """
    it = _spare().pop() if _spare() else await _one_more()
    try:
        yield it.address
    finally:
        connection = await asyncpg.connect(it.address)
        try:
            await connection.execute(_HANG_UP)
            await connection.execute(it.put_back)
        finally:
            await connection.close()
        _spare().append(it)


@cache
def _spare() -> list[_Empty]:
    """Return the databases that no test of this worker is using; they end with the server."""
    return []


async def _one_more() -> _Empty:
    it = shared_server()
    name = f"empty_{os.getpid()}_{next(_numbers)}"
    await it.run(f"CREATE DATABASE {name} TEMPLATE {await _template(it)} STRATEGY FILE_COPY")
    connection = await asyncpg.connect(it.address(name))
    try:
        return _Empty(it.address(name), await keep(connection))
    finally:
        await connection.close()


async def keep(connection: asyncpg.Connection) -> str:
    """Copy a database's content aside, and return the SQL that restores it with triggers disabled."""
    found = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    numbers = await connection.fetch("SELECT sequencename, last_value FROM pg_sequences")
    tables = [row["tablename"] for row in found]
    await connection.execute("CREATE SCHEMA kept")
    for table in tables:
        await connection.execute(f"CREATE TABLE kept.{table} AS TABLE public.{table}")
    statements = [f"DELETE FROM {table}; INSERT INTO {table} SELECT * FROM kept.{table};" for table in tables]
    statements += [f"SELECT setval('{row[0]}', {row[1] or 1}, {row[1] is not None});" for row in numbers]
    return " ".join(("SET session_replication_role = replica;", *statements))


async def _template(it: Server) -> str:
    with it.alone("template") as made:
        if not made.exists():
            await it.run("CREATE DATABASE ours")
            async with await open_server(it.address("ours")):
                made.touch()
    return "ours"


@cache
def shared_server() -> Server:
    """Return the server shared by all workers of this run.

    The first worker that asks starts it, and it stops with the last one.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"slowplay-postgres-{run}"
    return Use.of(folder).ensure_started(fsync=False)


async def make_role(role: str) -> None:
    """Create a role unless the server already has it."""
    await shared_server().run(f"DO $$ BEGIN CREATE ROLE {role}; EXCEPTION WHEN OTHERS THEN NULL; END $$")
