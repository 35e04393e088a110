"""Where the database of a test is: a file, or on a server with SLOWPLAY_TEST_ENGINE=postgresql."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

SQLITE, POSTGRESQL = "sqlite", "postgresql"
ENGINES = (SQLITE, POSTGRESQL) if sys.platform == "linux" else (SQLITE,)
ENGINE_NAME = "SLOWPLAY_TEST_ENGINE"
ENGINE = os.environ.get(ENGINE_NAME, SQLITE)


@asynccontextmanager
async def somewhere(folder: Path, engine: str = ENGINE) -> AsyncIterator[str]:
    """What SLOWPLAY_DATABASE is for a new database; a server's is gone at the end."""
    if engine == SQLITE:
        yield str(folder / "slowplay.db")
        return
    # Its programs are there for Linux alone.
    from tests.kit.postgres import fresh_database

    async with fresh_database() as address:
        yield address


@asynccontextmanager
async def in_new_folder() -> AsyncIterator[tuple[Path, str]]:
    """A folder that's gone at the end, and where the database is."""
    with TemporaryDirectory() as folder:
        async with somewhere(Path(folder)) as where:
            yield Path(folder), where
