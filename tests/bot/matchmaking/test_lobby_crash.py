"""A process dies while a person begins a search: no pairing happens twice, and no search is lost."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from bot.matchmaking.lobby import looking
from bot.matchmaking.terms.search_request import Wanted
from storage.tables.seeks import Seek
from tests.kit.hosts.crashing import Crash, crashing
from tests.kit.hosts.house import MARA, PLACE, TOM, House, house
from tests.kit.sql import sql

WANTED = Wanted(game="ccc", preset="Standard", pace="3d", rated=True, spread=None, everywhere=False)


async def mara_waits(here: House) -> Seek:
    return await looking.begin(here.app, MARA, WANTED, PLACE, "mara", 901)


async def tom_looks(here: House) -> Seek:
    return await looking.begin(here.app, TOM, WANTED, PLACE, "tom", 902)


async def statuses(here: House) -> dict[str, str]:
    return {row[0]: row[1] for row in await sql(here.app.database, "SELECT id, status FROM seeks")}


async def matches(here: House) -> int:
    [(number,)] = await sql(here.app.database, "SELECT COUNT(*) FROM matches")
    return int(number)


@pytest.mark.proof
async def test_a_crash_at_any_statement_ends_in_one_match_or_none_and_in_one_after_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    halves = 0
    for number in count(1):
        (folder := tmp_path / str(number)).mkdir()
        async with house(folder) as here:
            await mara_waits(here)
            if not await crashed(here, monkeypatch, number):
                break
            left = await statuses(here)
            assert left in ({"mara": "open"}, {"mara": "open", "tom": "open"})
            assert await matches(here) == 0
            halves += "tom" in left
            async with here.open() as hearing:
                here.clock.advance(looking.SOON_SECONDS)
                await hearing.rest()
            assert await matches(here) == ("tom" in left), "the job pairs those who look"
            await tom_looks(here)
            assert await statuses(here) == {"mara": "paired", "tom": "paired"}
            assert await matches(here) == 1
    assert halves > 5, "it has crashed between the search and the match"


async def crashed(here: House, monkeypatch: pytest.MonkeyPatch, number: int) -> bool:
    """Let Tom search, and kill the process before this statement; return False if there are fewer."""
    try:
        with crashing(monkeypatch, number):
            await tom_looks(here)
    except Crash:
        return True
    return False
