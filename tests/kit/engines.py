"""The database engine of a test: a SQLite file, or PostgreSQL with SLOWPLAY_TEST_ENGINE=postgresql."""

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
    """Yield the SLOWPLAY_DATABASE value of an empty, migrated database for the length of the block."""
    if engine == SQLITE:
        file = folder / "slowplay.db"
        file.write_bytes(_empty())
        yield str(file)
        return
    # PostgreSQL's programs are available on Linux only.
    from tests.kit.postgres import empty_database

    async with empty_database() as address:
        yield address


@cache
def _empty() -> bytes:
    """Return the bytes of an empty, migrated SQLite file; copying it is cheaper than migrating each time."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        migrate(file)
        return file.read_bytes()


@asynccontextmanager
async def in_new_folder() -> AsyncIterator[tuple[Path, str]]:
    """Yield a temporary folder and the address of an empty database in it."""
    with TemporaryDirectory() as folder:
        async with somewhere(Path(folder)) as where:
            yield Path(folder), where
