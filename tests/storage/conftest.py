"""Fixtures with databases; each test runs on both engines unless it's marked for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Database, open_database
from storage.tables import matches, people
from tests.kit.engines import ENGINES, somewhere
from tests.kit.stored_samples import MARA, TOM, a_match


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that uses a database once for each engine."""
    if "engine" in metafunc.fixturenames:
        marked = [engine for engine in ENGINES if metafunc.definition.get_closest_marker(engine)]
        metafunc.parametrize("engine", marked or ENGINES)


@pytest.fixture
async def where(engine: str, tmp_path: Path) -> AsyncIterator[str]:
    """Yield the place of a database that a test can open several times."""
    async with somewhere(tmp_path, engine) as place:
        yield place


@pytest.fixture
async def database(where: str) -> AsyncIterator[Database]:
    """Yield an open database with two people."""
    async with await open_database(where) as opened:
        async with opened.write("all") as w:
            await people.upsert(w, MARA, "mara", now=1)
            await people.upsert(w, TOM, "tom", now=1)
        yield opened


@pytest.fixture
async def match_id(database: Database) -> str:
    """Add an open match between the two people, and return its id."""
    async with database.write("all") as w:
        await matches.add(w, a_match("m1"))
    return "m1"
