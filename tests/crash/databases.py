"""The bot's database during a run: a file, or a PostgreSQL server that gets into trouble."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from tests.kit.postgres import Server, server

NAME = "crash"
_NAMES = """SELECT DISTINCT application_name AS name FROM pg_stat_activity
WHERE datname = $1 AND application_name LIKE 'slowplay-%' ORDER BY name"""
_END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"


class Database:
    """A database for the bot's processes; `place` is its file or address."""

    def __init__(self, place: Path | str, it: Server | None = None) -> None:
        self.place = place
        self._server = it

    @property
    def is_shared(self) -> bool:
        """Whether several processes can use it."""
        return self._server is not None

    async def lose_connections(self, rng: random.Random) -> None:
        """Let the server end all connections of one process."""
        assert self._server is not None
        connection = await asyncpg.connect(self._server.address())
        try:
            names = [row["name"] for row in await connection.fetch(_NAMES, NAME)]
            if names:
                await connection.execute(_END, rng.choice(names))
        finally:
            await connection.close()

    async def restart(self) -> None:
        """Crash the server as in a power cut, and start it again."""
        assert self._server is not None
        await asyncio.to_thread(self._server.restart)


@asynccontextmanager
async def database(folder: Path, *, shared: bool) -> AsyncIterator[Database]:
    """Yield an empty database that's removed at the end.

    The server keeps fsync on, unlike in other tests: committed data must survive its restart.
    """
    if not shared:
        yield Database(folder / "slowplay.db")
        return
    with server(fsync=True) as it:
        await it.run(f"CREATE DATABASE {NAME}")
        yield Database(it.address(NAME), it)
