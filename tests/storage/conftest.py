"""Databases for tests: what isn't marked as one engine's is tested on both."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Database, open_database
from storage.tables import matches, people
from tests.kit.engines import ENGINES, somewhere
from tests.kit.stored_samples import MARA, TOM, a_match


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that needs a database is there once for each engine."""
    if "engine" in metafunc.fixturenames:
        marked = [engine for engine in ENGINES if metafunc.definition.get_closest_marker(engine)]
        metafunc.parametrize("engine", marked or ENGINES)


@pytest.fixture
async def where(engine: str, tmp_path: Path) -> AsyncIterator[str]:
    """Where a database can be opened, the same one each time."""
    async with somewhere(tmp_path, engine) as place:
        yield place


@pytest.fixture
async def database(where: str) -> AsyncIterator[Database]:
    """A database with two people."""
    async with await open_database(where) as opened:
        async with opened.write("all") as w:
            await people.upsert(w, MARA, "mara", now=1)
            await people.upsert(w, TOM, "tom", now=1)
        yield opened


@pytest.fixture
async def match_id(database: Database) -> str:
    """A match between the two that continues."""
    async with database.write("all") as w:
        await matches.add(w, a_match("m1"))
    return "m1"
