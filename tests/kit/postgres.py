"""A real PostgreSQL for tests: `shared_server()` is one for all workers of a run of pytest; each test gets
fresh databases on it. `bench/postgres/` starts it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path

from bench.postgres.server import Server as Server
from bench.postgres.server import Use
from bench.postgres.server import server as server
from storage.postgresql.database import open_server

_numbers = count(1)


@asynccontextmanager
async def fresh_database(*, template: str | None = None) -> AsyncIterator[str]:
    """A database's address on the shared server, like another one or with our tables; gone at the end."""
    it = shared_server()
    template = template or await _template(it)
    name = f"test_{os.getpid()}_{next(_numbers)}"
    await it.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    try:
        yield it.address(name)
    finally:
        await it.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


async def _template(it: Server) -> str:
    with it.alone("template") as made:
        if not made.exists():
            await it.run("CREATE DATABASE ours")
            async with await open_server(it.address("ours")):
                made.touch()
    return "ours"


@cache
def shared_server() -> Server:
    """The server of all workers of this run: the first who asks starts it, and it ends with the last."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"slowplay-postgres-{run}"
    return Use.of(folder).started(fsync=False)


async def make_role(role: str) -> None:
    """Unless another test has made it on the server already."""
    await shared_server().run(f"DO $$ BEGIN CREATE ROLE {role}; EXCEPTION WHEN OTHERS THEN NULL; END $$")
