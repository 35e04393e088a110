"""Where the database of a test is: a file, or on a server with SLOWPLAY_TEST_ENGINE=postgresql."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.kit.postgres import fresh_database

SQLITE, POSTGRESQL = "sqlite", "postgresql"
ENGINE = os.environ.get("SLOWPLAY_TEST_ENGINE", SQLITE)


@asynccontextmanager
async def somewhere(folder: Path, engine: str = ENGINE) -> AsyncIterator[str]:
    """What SLOWPLAY_DATABASE is for a new database; a server's is gone at the end."""
    if engine == SQLITE:
        yield str(folder / "slowplay.db")
        return
    async with fresh_database() as address:
        yield address
