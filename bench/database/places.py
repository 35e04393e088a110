"""Where databases of benchmarks are kept: files in a folder, or a real server, all deleted at the end."""

from __future__ import annotations

import argparse
import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import asyncpg

from storage import open_database
from tests.kit.engines import POSTGRESQL, SQLITE

if TYPE_CHECKING:
    from tests.kit.postgres import Server


class Places(ABC):
    """A folder or a server on which databases are created by name."""

    @abstractmethod
    async def new(self, name: str) -> str:
        """Return where a database can be opened that doesn't exist yet."""

    @abstractmethod
    async def beside(self, name: str, sources: str) -> str:
        """Create a database with our tables, into which rows of `sources` can be cloned (see `cloning`)."""

    @abstractmethod
    async def settle(self, where: str) -> None:
        """Do the engine's background work at once after many rows have been written."""

    @abstractmethod
    async def megabytes(self, where: str) -> float:
        """Return the size of a database in MB."""


class Files(Places):
    """SQLite databases, a file each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def new(self, name: str) -> str:
        """Return the path of a new file."""
        return str(self._folder / f"{name}.db")

    async def beside(self, name: str, sources: str) -> str:
        """Create a file with our tables."""
        where = await self.new(name)
        async with await open_database(where):
            return where

    async def settle(self, where: str) -> None:
        """Do nothing: SQLite has no background work."""

    async def megabytes(self, where: str) -> float:
        """Return the size of the file in MB."""
        return os.stat(where).st_size / 1e6


class OnServer(Places):
    """PostgreSQL databases on a server that waits for its disk."""

    def __init__(self, it: Server) -> None:
        self._server = it

    async def new(self, name: str) -> str:
        """Create an empty database; return its address."""
        await self._server.run(f'CREATE DATABASE "{name}"')
        return self._server.address(name)

    async def beside(self, name: str, sources: str) -> str:
        """Create a database with our tables and those of `sources`, in the schema `sources`."""
        template = sources.split("/")[3].split("?")[0]
        await self._server.run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        where = self._server.address(name)
        # Databases can't see each other, so the tables of `sources` come along in a separate schema.
        await _run(where, "ALTER SCHEMA public RENAME TO sources", "CREATE SCHEMA public")
        async with await open_database(where):
            return where

    async def settle(self, where: str) -> None:
        """Vacuum, analyze, and write a checkpoint."""
        await _run(where, "VACUUM (ANALYZE)", "CHECKPOINT")

    async def megabytes(self, where: str) -> float:
        """Return the size of the database in MB."""
        connection = await asyncpg.connect(where)
        try:
            size: int = await connection.fetchval("SELECT pg_database_size(current_database())")
        finally:
            await connection.close()
        return size / 1e6


async def _run(where: str, *statements: str) -> None:
    connection = await asyncpg.connect(where)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the engine and the folder."""
    parser.add_argument("--engine", choices=(SQLITE, POSTGRESQL), default=SQLITE)
    parser.add_argument(
        "--folder", help="a folder on the disk to measure (default: the system's temporary one)"
    )


@contextmanager
def places(chosen: argparse.Namespace) -> Iterator[Places]:
    """Provide the place that these options ask for; delete everything at the end."""
    if chosen.engine == SQLITE:
        with TemporaryDirectory(dir=chosen.folder) as folder:
            yield Files(Path(folder))
    else:
        # PostgreSQL's programs are installed on Linux only.
        from tests.kit.postgres import server

        with server(fsync=True, within=chosen.folder) as it:
            yield OnServer(it)
