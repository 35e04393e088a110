import asyncio

import pytest

from storage import Action, Database, Ending, commit_ply
from storage.tables import matches, outbox, scheduled_jobs
from storage.tables.ply import ENDINGS, alone_for
from tests.kit.rows import REFUSED, append, claim_next, finished_of, open_ids
from tests.kit.stored_samples import MARA, a_deadline, a_message, a_ply


@pytest.mark.slow
async def test_a_ply_writes_all_that_it_changes(database: Database, match_id: str) -> None:
    async with database.write("all") as w:
        await scheduled_jobs.set(w, a_deadline(match_id, 200, kind="reminder"))
        await outbox.add(w, [a_message("old board", match_id=match_id)])
    ply = a_ply(
        match_id,
        1,
        actions=((0, "roll"), (0, "d15-d12")),
        clear=("reminder",),
        deadlines=(a_deadline(match_id, 900),),
        supersede=("board",),
        messages=(a_message("new board", match_id=match_id), a_message("ping", lane="person:1")),
    )
    assert await commit_ply(database, ply)
    async with database.write("all") as w:
        assert await matches.actions(w, match_id) == [Action(1, 0, "roll", 101), Action(2, 0, "d15-d12", 101)]
        assert await scheduled_jobs.get(w, "reminder", match_id) is None
        assert await scheduled_jobs.next_due(w, 7) == 900
        assert [m.nonce for m in await claim_next(w, 7, 100, 30, 9)] == ["new board", "ping"]


async def test_a_ply_may_end_the_match(database: Database, match_id: str) -> None:
    assert await commit_ply(database, a_ply(match_id, 1, ending=Ending(1, "resigned")))
    async with database.read() as r:
        match = await matches.get(r, match_id)
        assert match is not None
        assert (match.winner, match.reason, match.ended_at, match.length) == (1, "resigned", 101, 1)
        assert await finished_of(r, MARA) == [match_id]


@pytest.mark.slow
async def test_a_ply_whose_number_is_taken_writes_nothing(database: Database, match_id: str) -> None:
    assert await commit_ply(database, a_ply(match_id, 1))
    late = a_ply(
        match_id,
        1,
        actions=((1, "too late"),),
        ending=Ending(1, "timeout"),
        deadlines=(a_deadline(match_id, 9),),
        messages=(a_message("late"),),
    )
    assert not await commit_ply(database, late)
    async with database.write("all") as w:
        assert [action.text for action in await matches.actions(w, match_id)] == ["action 1"]
        assert await open_ids(w) == [match_id]
        assert await scheduled_jobs.next_due(w, 7) is None
        assert await claim_next(w, 7, 999, 30, 9) == []


@pytest.mark.slow
async def test_time_runs_out_only_while_nobody_has_moved(database: Database, match_id: str) -> None:
    timeout = a_ply(match_id, 1, actions=(), ending=Ending(None, "aborted"))
    assert await commit_ply(database, a_ply(match_id, 1))
    assert not await commit_ply(database, timeout)
    assert await commit_ply(database, a_ply(match_id, 2, actions=(), ending=Ending(0, "timeout")))
    assert not await commit_ply(database, a_ply(match_id, 2))


@pytest.mark.slow
async def test_of_many_writers_at_once_exactly_one_wins_each_number(
    database: Database, match_id: str
) -> None:
    async def another(number: int) -> bool:
        async with database.write("all") as w:
            return await append(w, match_id, number, 1, f"action {number}", 9)

    for number in range(1, 6):
        tries = [commit_ply(database, a_ply(match_id, number)) for _ in range(6)]
        won = await asyncio.gather(*tries, *(another(number) for _ in range(6)))
        assert won.count(True) == 1
    async with database.read() as r:
        assert [action.number for action in await matches.actions(r, match_id)] == [1, 2, 3, 4, 5]


@pytest.mark.slow
async def test_a_ply_that_fails_half_way_is_rolled_back_whole(database: Database, match_id: str) -> None:
    stray = a_message("stray", match_id="no such match")
    with pytest.raises(REFUSED):
        await commit_ply(database, a_ply(match_id, 1, messages=(a_message("fine"), stray)))
    async with database.read() as r:
        assert await matches.actions(r, match_id) == []
    assert await commit_ply(database, a_ply(match_id, 1))


def test_a_ply_that_ends_its_match_waits_for_ratings_being_computed_again() -> None:
    assert alone_for(a_ply("m1", 1)) == ("match:m1",)
    assert alone_for(a_ply("m1", 1, ending=Ending(0, "resigned"))) == ("match:m1", ENDINGS)
