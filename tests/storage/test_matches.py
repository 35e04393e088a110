import pytest

from storage import Action, Database, Match, Seat
from storage.tables import matches, people, ratings
from tests.kit.rows import REFUSED, append, end, finished_of
from tests.kit.sql import sql
from tests.kit.stored_samples import MARA, TOM, a_match

INES = 43_000_000_000_000_003
EVERYTHING = a_match(
    "m9",
    guild=1,
    channel=2,
    thread=3,
    board_message=4,
    rated=False,
    leg=2,
    seats=(
        Seat(seat=0, person=MARA, interaction=2**62, briefed_at=9, looks=2),
        Seat(seat=1, level="medium"),
    ),
)


async def known(database: Database, id: str = "m1") -> Match:
    async with database.read() as r:
        match = await matches.get(r, id)
    assert match is not None
    return match


@pytest.mark.slow
async def test_a_match_comes_back_as_it_went_in(database: Database) -> None:
    async with database.write("all") as w:
        await matches.add(w, EVERYTHING)
    assert await known(database, "m9") == EVERYTHING


async def test_of_rated_matches_only_the_later_ones_of_the_same_two_count(database: Database) -> None:
    ai = (Seat(seat=0, person=MARA), Seat(seat=1, level="medium"))
    with_ines = (Seat(seat=0, person=TOM), Seat(seat=1, person=INES))
    rows = (
        {"created_at": 101},
        {"created_at": 102},
        {"created_at": 100},
        {"rated": False, "created_at": 102},
    )
    async with database.write("all") as w:
        await people.upsert(w, INES, "ines", now=1)
        for number, changes in enumerate((*rows, {"seats": ai}, {"seats": with_ines})):
            await matches.add(w, a_match(f"m{number}", **{"created_at": 103, **changes}))
    async with database.read() as r:
        for two in ((MARA, TOM), (TOM, MARA)):
            assert await ratings.count_rated_between(r, *two, since=100) == 2
        assert await ratings.count_rated_between(r, MARA, INES, since=100) == 0


async def test_an_unknown_match_is_none(database: Database) -> None:
    async with database.read() as r:
        assert await matches.get(r, "m1") is None


@pytest.mark.slow
async def test_the_record_is_read_from_any_number(database: Database, match_id: str) -> None:
    async with database.write("all") as w:
        for number, text in enumerate(("roll", "d15-d12", "roll"), 1):
            assert await append(w, match_id, number, 0, text, 100 + number)
    async with database.read() as r:
        assert await matches.actions(r, match_id) == [
            Action(1, 0, "roll", 101),
            Action(2, 0, "d15-d12", 102),
            Action(3, 0, "roll", 103),
        ]
        assert [action.number for action in await matches.actions(r, match_id, 3)] == [3]
    assert (await known(database)).length == 3


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 3])
async def test_an_action_is_taken_as_the_next_number_only(
    database: Database, match_id: str, number: int
) -> None:
    async with database.write("all") as w:
        await append(w, match_id, 1, 0, "roll", 101)
        assert not await append(w, match_id, number, 1, "roll", 102)
        assert len(await matches.actions(w, match_id)) == 1


async def test_a_match_that_is_over_takes_no_action(database: Database, match_id: str) -> None:
    async with database.write("all") as w:
        await end(w, match_id, 0, "pattern", 500)
        assert not await append(w, match_id, 1, 0, "roll", 501)


@pytest.mark.slow
async def test_a_match_ends_once(database: Database, match_id: str) -> None:
    async with database.write("all") as w:
        assert await end(w, match_id, 1, "resigned", 500)
        assert not await end(w, match_id, 0, "timeout", 600)
    match = await known(database)
    assert (match.winner, match.reason, match.ended_at) == (1, "resigned", 500)


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE actions SET text = 'd15-d11'",
        "DELETE FROM actions",
        "DELETE FROM matches",
    ],
)
async def test_the_record_is_append_only(database: Database, match_id: str, statement: str) -> None:
    async with database.write("all") as w:
        await append(w, match_id, 1, 0, "roll", 101)
    with pytest.raises(REFUSED):
        await sql(database, statement)
    async with database.read() as r:
        assert await matches.actions(r, match_id) == [Action(1, 0, "roll", 101)]


@pytest.mark.sqlite
async def test_the_record_is_replaced_by_no_insert(database: Database, match_id: str) -> None:
    async with database.write() as w:
        await append(w, match_id, 1, 0, "roll", 101)
    with pytest.raises(REFUSED):
        await sql(database, "INSERT OR REPLACE INTO actions VALUES ('m1', 1, 0, 'd15-d11', 9)")


@pytest.mark.slow
async def test_matches_of_a_person_are_open_ones_oldest_first_and_finished_ones_latest_first(
    database: Database,
) -> None:
    only_tom = (Seat(seat=0, person=TOM), Seat(seat=1, level="easy"))
    async with database.write("all") as w:
        for id, created_at in (("young", 30), ("old", 10), ("won", 20), ("lost", 5)):
            await matches.add(w, a_match(id, created_at=created_at))
        await matches.add(w, a_match("not hers", seats=only_tom))
        await end(w, "won", 0, "pattern", 600)
        await end(w, "lost", 1, "timeout", 700)
    async with database.read() as r:
        assert [m.id for m in await matches.open_of(r, MARA)] == ["old", "young"]
        assert await finished_of(r, MARA) == ["lost", "won"]
        assert [m.id for m in await matches.open_of(r, TOM)] == ["old", "young", "not hers"]
        assert [s.person for s in (await matches.open_of(r, MARA))[0].seats] == [MARA, TOM]


@pytest.mark.slow
async def test_matches_of_a_person_come_in_pages(database: Database) -> None:
    async with database.write("all") as w:
        for number in range(5):
            await matches.add(w, a_match(f"open {number}", created_at=number))
            await matches.add(w, a_match(f"over {number}"))
            await end(w, f"over {number}", None, "aborted", number)
    async with database.read() as r:
        assert [m.id for m in await matches.open_of(r, MARA, limit=2, offset=2)] == ["open 2", "open 3"]
        assert await finished_of(r, MARA, limit=2, offset=2) == ["over 2", "over 1"]


@pytest.mark.slow
async def test_thread_and_board_are_remembered_and_forgotten(database: Database, match_id: str) -> None:
    async with database.write("all") as w:
        await matches.set_thread(w, match_id, 11)
        await matches.set_board_message(w, match_id, 12)
    match = await known(database)
    assert (match.thread, match.board_message) == (11, 12)
    async with database.write("all") as w:
        await matches.set_thread(w, match_id, None)
        await matches.set_board_message(w, match_id, None)
    match = await known(database)
    assert (match.thread, match.board_message) == (None, None)


@pytest.mark.slow
async def test_briefing_and_looks_belong_to_a_seat(database: Database, match_id: str) -> None:
    async with database.write("all") as w:
        assert [await matches.set_briefed(w, match_id, 1, at) for at in (333, 334)] == [True, False]
        assert [await matches.add_look(w, match_id, 1) for _ in range(3)] == [1, 2, 3]
    seats = (await known(database)).seats
    assert [(seat.briefed_at, seat.looks) for seat in seats] == [(None, 0), (333, 3)]
