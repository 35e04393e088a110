from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Database, matches, open_database, people
from tests.storage.samples import MARA, TOM, a_match


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database with two people."""
    async with await open_database(tmp_path / "slowplay.db") as opened:
        async with opened.write("all") as w:
            await people.upsert(w, MARA, "mara", now=1)
            await people.upsert(w, TOM, "tom", now=1)
        yield opened


@pytest.fixture
async def match_id(database: Database) -> str:
    """A match between the two that goes on."""
    async with database.write("all") as w:
        await matches.add(w, a_match("m1"))
    return "m1"
