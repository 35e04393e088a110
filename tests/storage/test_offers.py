import re
from typing import Any

import pytest

from storage import Database
from storage.engine.handle import load_queries
from storage.tables import guilds, matches, offers, people
from storage.tables.offers import Offer
from storage.tables.ply import Ending
from tests.kit.rows import end
from tests.kit.sql import sql
from tests.kit.stored_samples import MARA, TOM, a_match, a_ply

SERVER, CHANNEL, THREAD = 7, 70, 700


def an_offer(**changes: Any) -> Offer:
    fields: dict[str, Any] = {
        "match_id": "m1",
        "seat": 0,
        "turn": 3,
        "told": 5,
        "answered": 2,
        "made_at": 100,
    }
    return Offer(**fields | changes)


@pytest.fixture
async def playing(database: Database) -> Database:
    """Add two matches, one of them with a thread, and return the database."""
    async with database.write("all") as w:
        await people.upsert(w, MARA, "mara", now=1)
        await people.upsert(w, TOM, "tom", now=1)
        await matches.add(w, a_match("m1", guild=SERVER, channel=CHANNEL))
        await matches.add(w, a_match("m2", guild=SERVER, channel=CHANNEL, thread=THREAD, created_at=200))
    return database


@pytest.mark.slow
async def test_an_offer_comes_back_with_its_number(playing: Database) -> None:
    async with playing.write("all") as w:
        assert await offers.add(w, an_offer()) == 1
    async with playing.read() as r:
        assert await offers.open_of(r, "m1") == an_offer(number=1)
        assert await offers.open_of(r, "m2") is None


@pytest.mark.slow
async def test_offers_are_numbered_within_their_match_and_one_is_kept_for_each_side_and_turn(
    playing: Database,
) -> None:
    async with playing.write("all") as w:
        assert await offers.add(w, an_offer()) == 1
        assert await offers.close(w, an_offer(number=1), "declined", 110)
        assert await offers.add(w, an_offer()) is None
        assert await offers.add(w, an_offer(match_id="m2")) == 1
        assert await offers.add(w, an_offer(seat=1)) == 2
        assert await offers.close(w, an_offer(number=2), "withdrawn", 120)
        assert await offers.add(w, an_offer(turn=4)) == 3


@pytest.mark.slow
async def test_an_offer_is_closed_once(playing: Database) -> None:
    async with playing.write("all") as w:
        await offers.add(w, an_offer())
        assert await offers.close(w, an_offer(number=1), "void", 110)
        assert not await offers.close(w, an_offer(number=1), "declined", 120)
        assert await offers.open_of(w, "m1") is None
    rows = await sql(playing, "SELECT status, closed_at FROM offers")
    assert rows == [("void", 110)]


@pytest.mark.slow
async def test_an_acceptance_closes_the_offer_and_ends_the_match_or_does_neither(playing: Database) -> None:
    async with playing.write("all") as w:
        await offers.add(w, an_offer())
    drawn = Ending(None, "agreed")
    moved_on, last = a_ply("m1", 2, actions=(), ending=drawn), a_ply("m1", 1, actions=(), ending=drawn)
    assert not await offers.accept(playing, an_offer(number=1), moved_on)
    assert not await offers.accept(playing, an_offer(number=2), last)
    async with playing.read() as r:
        assert await offers.open_of(r, "m1") == an_offer(number=1)
        assert [match.reason for match in await matches.open_of(r, MARA)] == [None, None]
    assert await offers.accept(playing, an_offer(number=1), last)
    async with playing.read() as r:
        assert await offers.open_of(r, "m1") is None
        ended = await matches.get(r, "m1")
    assert ended is not None
    assert (ended.reason, ended.winner) == ("agreed", None)


@pytest.mark.slow
async def test_the_open_matches_of_a_server_are_found_by_place_newest_first(playing: Database) -> None:
    async with playing.read() as r:
        assert await guilds.open_matches(r, SERVER) == ["m2", "m1"]
        assert await guilds.open_matches(r, SERVER, limit=1) == ["m2"]
        assert await guilds.open_matches(r, SERVER, THREAD) == ["m2"]
        assert await guilds.open_matches(r, SERVER, CHANNEL) == ["m2", "m1"]
        assert await guilds.open_matches(r, SERVER + 1) == []
    async with playing.write("all") as w:
        await end(w, "m2", None, "cancelled", 300)
        assert await guilds.open_matches(w, SERVER) == ["m1"]


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("query", "index"), [("offers.open_of", "offers_open"), ("guilds.open_matches", "matches_open_in")]
)
async def test_what_is_asked_often_walks_no_whole_table(database: Database, query: str, index: str) -> None:
    noun, name = query.split(".")
    text = getattr(getattr(load_queries(), noun), name).sql
    parameters = dict.fromkeys(re.findall(r":(\w+)", text), 1)
    plan = await sql(database, f"EXPLAIN QUERY PLAN {text}", **parameters)
    assert any(index in step for *_, step in plan), plan
