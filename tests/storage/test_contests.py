"""Contests: stored complete, and found by server, person, part, season and match, on both engines."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from storage import Database
from storage.tables import blocks, contest_matches, contests, matches, ratings
from storage.tables.contest_matches import Leg
from storage.tables.contests import ContestRow
from storage.tables.ply import Ending, Ply, write_ply
from storage.tables.profiles import SeenBy
from tests.kit.stored_samples import MARA, TOM, a_match

WHOLE = ContestRow(
    id="c9",
    guild=2**62,
    channel=3,
    message=4,
    organizer=MARA,
    kind="ladder",
    game="ccc",
    terms={"name": "Cup", "holidays": "count"},
    secret=b"\x00\x01",
    created_at=5,
    ended_at=6,
    renumbered=7,
)


def a_contest(id: str, **changes: Any) -> ContestRow:
    return msgspec.structs.replace(WHOLE, id=id, **{"ended_at": None, "renumbered": 0} | changes)


async def test_a_contest_comes_back_as_it_went_in(database: Database) -> None:
    everybodys = a_contest("c8", guild=None, channel=None, message=None, organizer=None)
    async with database.write("all") as w:
        for query in (WHOLE, everybodys):
            await contests.add(w, query)
            assert await contests.get(w, query.id) == query
        assert await contests.get(w, "c7") is None


async def test_its_card_and_its_end_are_noted_and_it_ends_once(database: Database) -> None:
    async with database.write("all") as w:
        await contests.add(w, a_contest("c1", channel=None, message=None))
        await contests.set_message(w, "c1", 8, 9)
        for at in (20, 30):
            await contests.set_ended(w, "c1", at)
        assert await contests.get(w, "c1") == a_contest("c1", channel=8, message=9, ended_at=20)


async def test_open_ones_are_those_of_a_server_or_of_everybody(database: Database) -> None:
    async with database.write("all") as w:
        for id, changes in {
            "old": {"created_at": 1},
            "new": {"created_at": 2, "kind": "swiss"},
            "over": {"ended_at": 9},
            "part": {"parent": "old"},
            "there": {"guild": 2},
            "all": {"guild": None},
        }.items():
            await contests.add(w, a_contest(id, **changes))
        found = {
            "here": await contests.open_of(w, WHOLE.guild),
            "ladders": await contests.open_of(w, WHOLE.guild, "ladder"),
            "everybody's": await contests.open_of(w, None),
            "parts": await contests.parts_of(w, "old"),
        }
    assert {name: [contest.id for contest in rows] for name, rows in found.items()} == {
        "here": ["new", "old"],
        "ladders": ["old"],
        "everybody's": ["all"],
        "parts": ["part"],
    }


async def test_its_log_is_read_in_order_and_from_anywhere_on(database: Database) -> None:
    async with database.write("all") as w:
        await contests.add(w, a_contest("c1"))
        await contests.append(w, "c1", 0, ["one", "two"])
        await contests.append(w, "c1", 2, ["three"])
        assert await contests.events(w, "c1") == ["one", "two", "three"]
        assert await contests.events(w, "c1", 2) == ["three"]


async def test_its_people_are_asked_about_together(database: Database) -> None:
    rated = ratings.Rating(
        game="ccc",
        pool="people",
        holder=str(TOM),
        person=TOM,
        rating=1600.5,
        deviation=50.0,
        volatility=0.06,
        rated_at=1,
    )
    async with database.write("all") as w:
        await contests.add(w, a_contest("c1"))
        await contests.enter(w, "c1", MARA, TOM)
        await ratings.put(w, rated)
        assert await contest_matches.present(w, [MARA, TOM, 999]) == {MARA, TOM}
        assert await contest_matches.ratings_of(w, "c1", "ccc", "people") == {TOM: 1600.5}
        assert await contest_matches.ratings_of(w, "c1", "ccc", "bots") == {}


@pytest.mark.slow
async def test_its_people_and_its_matches_find_it(database: Database) -> None:
    async with database.write("all") as w:
        await contests.add(w, a_contest("c1"))
        await matches.add(w, a_match("m1"))
        for person in (MARA, TOM, MARA):
            await contests.enter(w, "c1", person)
        await contests.add_match(w, "c1", "m1")
        assert [contest.id for contest in await contests.of_person(w, TOM)] == ["c1"]
        assert await contests.of_match(w, "m1") == "c1"
        assert await contests.of_match(w, "m2") is None
        assert await contest_matches.terms_of(w, "m1") == WHOLE.terms
        assert await contest_matches.terms_of(w, "m2") is None


async def test_what_it_asks_of_its_matches_and_opponents(database: Database) -> None:
    async with database.write("all") as w:
        await contests.add(w, a_contest("c1"))
        await matches.add(w, a_match("m1"))
        assert await contest_matches.opponents(w, MARA) == []
        await contests.add_match(w, "c1", "m1")
        assert await contest_matches.find_begun(w, ["m1", "m2"]) == {"m1": Leg("m1", None)}
        assert await contest_matches.opponents(w, MARA) == [(TOM, WHOLE.terms)]
        ply = Ply(match_id="m1", number=1, at=9, ending=Ending(None, "cancelled"))
        assert await write_ply(w, ply)
        assert await contest_matches.find_begun(w, ["m1", "m2"]) == {"m1": Leg("m1", "cancelled")}
        assert await contest_matches.opponents(w, MARA) == []


async def test_those_of_whom_one_has_blocked_the_other_are_apart(database: Database) -> None:
    async with database.write("all") as w:
        await contests.add(w, a_contest("c1", guild=None))
        await contests.enter(w, "c1", MARA)
        await blocks.add(w, MARA, TOM, 1)
        assert await contest_matches.apart(w, "c1") == frozenset()
        await contests.enter(w, "c1", TOM)
        assert await contest_matches.apart(w, "c1") == {frozenset((MARA, TOM))}


async def test_others_hear_of_a_person_s_only_on_their_server_and_of_everybody_s(database: Database) -> None:
    async with database.write("all") as w:
        for id, changes in {
            "here": {"ended_at": 9},
            "there": {"ended_at": 8, "guild": 2},
            "all": {"ended_at": 7, "guild": None},
            "open": {},
        }.items():
            await contests.add(w, a_contest(id, **changes))
            await contests.enter(w, id, MARA)

        async def ended(reader: int, here: int | None, limit: int = 9) -> list[str]:
            found = await contest_matches.list_ended(w, MARA, SeenBy(reader, here), limit)
            return [contest.id for contest in found]

        assert await ended(TOM, WHOLE.guild) == ["here", "all"]
        assert await ended(TOM, None) == ["all"]
        assert await ended(MARA, None) == ["here", "there", "all"]
        assert await ended(MARA, None, 1) == ["here"]
