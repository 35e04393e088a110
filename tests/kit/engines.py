"""Where the database of a test is: a file, or on a server with SLOWPLAY_TEST_ENGINE=postgresql."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.engine.sqlite.migrator import migrate

SQLITE, POSTGRESQL = "sqlite", "postgresql"
ENGINES = (SQLITE, POSTGRESQL) if sys.platform == "linux" else (SQLITE,)
ENGINE_NAME = "SLOWPLAY_TEST_ENGINE"
ENGINE = os.environ.get(ENGINE_NAME, SQLITE)


@asynccontextmanager
async def somewhere(folder: Path, engine: str = ENGINE) -> AsyncIterator[str]:
    """What SLOWPLAY_DATABASE is for a database with our tables and nothing in them, within the block."""
    if engine == SQLITE:
        file = folder / "slowplay.db"
        file.write_bytes(_empty())
        yield str(file)
        return
    # Its programs are there for Linux alone.
    from tests.kit.postgres import empty_database

    async with empty_database() as address:
        yield address


@cache
def _empty() -> bytes:
    """A file with our tables and nothing in them: to copy one is cheaper than to migrate each time."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        migrate(file)
        return file.read_bytes()


@asynccontextmanager
async def in_new_folder() -> AsyncIterator[tuple[Path, str]]:
    """A folder that's gone at the end, and where the database is."""
    with TemporaryDirectory() as folder:
        async with somewhere(Path(folder)) as where:
            yield Path(folder), where
