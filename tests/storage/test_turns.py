"""The order of writers: those that a person waits for go first, and aren't starved."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from storage import Database, open_database
from storage.engine.database import count_commits
from storage.engine.opening import is_address
from storage.engine.postgresql.database import open_server
from storage.engine.turns import TooLate, Waiting, note_waiting
from storage.tables import people

HERE = Waiting(still=lambda: True, in_vain=lambda: False)
ANSWERED = Waiting(still=lambda: False, in_vain=lambda: True)
GIVEN_UP = Waiting(still=lambda: True, in_vain=lambda: True)


@pytest.fixture
async def database(where: str) -> AsyncIterator[Database]:
    """Yield a database with one writer, so that writers queue up."""
    opened = open_server(where, writers=1) if is_address(where) else open_database(where)
    async with await opened as database:
        yield database


async def writes(database: Database, done: list[str], name: str, waiting: Waiting | None = None) -> None:
    """Write in a transaction that a person waits for, or in a background one without `waiting`."""
    if waiting is None:
        async with database.write():
            done.append(name)
        return
    with note_waiting(waiting):
        async with database.write():
            done.append(name)


async def in_line(*tasks: asyncio.Task[None]) -> None:
    """Let the tasks run until all of them wait for the writer."""
    for _ in range(3 * len(tasks)):
        await asyncio.sleep(0)


@pytest.mark.slow
async def test_of_writers_who_wait_those_for_a_person_go_before_all_but_one_that_nobody_waits_for(
    database: Database,
) -> None:
    done: list[str] = []
    async with database.write():
        tasks = [asyncio.create_task(writes(database, done, f"own {number}")) for number in range(3)]
        await in_line(*tasks)
        tasks += [asyncio.create_task(writes(database, done, f"tap {n}", HERE)) for n in range(3)]
        await in_line(*tasks)
    await asyncio.gather(*tasks)
    assert done == ["own 0", "tap 0", "tap 1", "tap 2", "own 1", "own 2"]


@pytest.mark.slow
async def test_what_follows_an_answer_is_done_however_late_and_in_its_order(database: Database) -> None:
    done: list[str] = []
    async with database.write():
        tasks = [asyncio.create_task(writes(database, done, f"after {n}", ANSWERED)) for n in range(2)]
        await in_line(*tasks)
        tasks.append(asyncio.create_task(writes(database, done, "tap", HERE)))
        await in_line(*tasks)
    await asyncio.gather(*tasks)
    assert done == ["after 0", "after 1", "tap"]


async def test_what_nobody_waits_for_comes_to_its_turn_among_many_people(database: Database) -> None:
    done: list[str] = []
    async with database.write():
        tasks = [asyncio.create_task(writes(database, done, f"tap {n}", HERE)) for n in range(2)]
        await in_line(*tasks)
        tasks.append(asyncio.create_task(writes(database, done, "own")))
        await in_line(*tasks)
        tasks += [asyncio.create_task(writes(database, done, f"tap {n}", HERE)) for n in (2, 3)]
        await in_line(*tasks)
    await asyncio.gather(*tasks)
    assert done.index("own") == 2


async def test_nothing_is_begun_for_somebody_who_cannot_be_answered_any_more(database: Database) -> None:
    done: list[str] = []
    with pytest.raises(TooLate):
        await writes(database, done, "tap", GIVEN_UP)
    assert done == []
    await writes(database, done, "next", HERE)
    assert done == ["next"], "its turn is over"


@pytest.mark.slow
async def test_what_has_been_begun_is_done_to_its_end(database: Database) -> None:
    late = False
    with count_commits(), note_waiting(Waiting(lambda: True, lambda: late)):
        async with database.write("all") as w:
            await people.upsert(w, 1, "Mara", now=1)
        late = True
        async with database.write("all") as w:
            await people.upsert(w, 2, "Tom", now=1)
    async with database.read() as r:
        assert await people.get(r, 2) is not None
