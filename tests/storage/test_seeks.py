"""Searches for an opponent: stored complete, ended once, and counted by how long they took."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from storage import Database
from storage.tables import matches, seeks
from storage.tables.seeks import Seek
from tests.kit.stored_samples import MARA, TOM, a_match

EVERYTHING = Seek(
    id="s9",
    person=MARA,
    game="ccc",
    preset="Standard",
    pace="3d",
    rated=True,
    rating=1512,
    spread=200,
    everywhere=True,
    guild=1,
    channel=2,
    parent=3,
    nonce=b"\x00\x01",
    interaction=2**62,
    status="expired",
    created_at=5,
    expires_at=6,
    closed_at=7,
)


def a_seek(id: str, **changes: Any) -> Seek:
    return msgspec.structs.replace(EVERYTHING, id=id, **{"status": "open", "closed_at": None} | changes)


async def test_a_search_comes_back_as_it_went_in(database: Database) -> None:
    async with database.write("all") as w:
        assert await seeks.add(w, EVERYTHING)
        assert await seeks.get(w, "s9") == EVERYTHING
        assert await seeks.get(w, "s8") is None


@pytest.mark.slow
async def test_a_name_is_taken_once(database: Database) -> None:
    async with database.write("all") as w:
        assert await seeks.add(w, EVERYTHING)
        assert not await seeks.add(w, a_seek("s9", person=TOM))
        assert await seeks.get(w, "s9") == EVERYTHING


@pytest.mark.slow
@pytest.mark.parametrize("status", ["paired", "withdrawn", "expired"])
async def test_a_search_ends_once(database: Database, status: str) -> None:
    async with database.write("all") as w:
        await seeks.add(w, a_seek("s1"))
        assert await seeks.close(w, "s1", status, 9)
        assert not await seeks.close(w, "s1", "withdrawn", 10)
        found = await seeks.get(w, "s1")
    assert found is not None
    assert (found.status, found.closed_at, found.is_open) == (status, 9, False)


async def test_a_match_has_the_secret_of_a_search_from_then_on(database: Database) -> None:
    async with database.write("all") as w:
        await matches.add(w, a_match("m1"))
        await seeks.add(w, a_seek("s1"))
        await seeks.close(w, "s1", "paired", 9, "m1")
        found = await seeks.get(w, "s1")
    assert found is not None
    assert (found.match_id, found.nonce) == ("m1", b"")


@pytest.mark.slow
async def test_open_ones_are_listed_oldest_first_by_person_and_by_game(database: Database) -> None:
    async with database.write("all") as w:
        await seeks.add(w, a_seek("new", created_at=30))
        await seeks.add(w, a_seek("old", created_at=10))
        await seeks.add(w, a_seek("theirs", created_at=20, person=TOM))
        await seeks.add(w, a_seek("other", created_at=5, game="decoy"))
        await seeks.add(w, a_seek("over", created_at=1, status="expired", closed_at=4))
        assert [seek.id for seek in await seeks.open_of(w, MARA)] == ["other", "old", "new"]
        assert [seek.id for seek in await seeks.open_in(w, "ccc")] == ["old", "theirs", "new"]
        assert await seeks.list_begun_since(w, MARA, 5) == [30, 10]


@pytest.mark.slow
async def test_how_long_those_waited_who_did_not_stop_by_themselves(database: Database) -> None:
    async with database.write("all") as w:
        for id, status, began, ended in (
            ("long", "paired", 100, 1100),
            ("short", "paired", 1000, 1100),
            ("in vain", "expired", 100, 3100),
            ("stopped", "withdrawn", 100, 600),
            ("at once", "paired", 1100, 1101),
            ("long ago", "paired", 10, 90),
        ):
            await seeks.add(w, a_seek(id, status=status, created_at=began, closed_at=ended))
        await seeks.add(w, a_seek("open", created_at=100))
        assert await seeks.waits(w, "ccc", 99, 60, 9) == [100, 1000, 3000]
        assert await seeks.waits(w, "ccc", 99, 60, 2) == [100, 1000]
        assert await seeks.waits(w, "decoy", 99, 60, 9) == []
