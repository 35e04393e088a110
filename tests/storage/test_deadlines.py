import pytest

from storage import Database, DueJob
from storage.tables import hosts, scheduled_jobs
from storage.tables.hosts import Host
from tests.kit.stored_samples import a_deadline

NOW, LEASE = 1000, 30
HOST, OTHER = 7, 8


async def claim(database: Database, now: int = NOW, limit: int = 10, host: int = HOST) -> list[DueJob]:
    async with database.write("all") as w:
        return await scheduled_jobs.claim(w, host, now, LEASE, limit)


async def subjects(database: Database, now: int = NOW, limit: int = 10, host: int = HOST) -> list[str]:
    return [deadline.subject for deadline in await claim(database, now, limit, host)]


async def test_a_deadline_set_again_is_moved(database: Database) -> None:
    async with database.write("all") as w:
        await scheduled_jobs.set(w, a_deadline("m1", 500, payload={"seat": 0}))
        await scheduled_jobs.set(w, a_deadline("m1", 900, payload={"seat": 1}))
        await scheduled_jobs.set(w, a_deadline("m1", 950, kind="reminder"))
        moved = await scheduled_jobs.get(w, "turn", "m1")
    assert moved is not None
    assert (moved.due_at, moved.payload) == (900, {"seat": 1})
    assert await subjects(database, 899) == []
    assert [deadline.kind for deadline in await claim(database)] == ["turn", "reminder"]


@pytest.mark.slow
async def test_deadlines_are_claimed_earliest_first_up_to_the_limit(database: Database) -> None:
    async with database.write("all") as w:
        for subject, due_at in (("late", 900), ("middle", 800), ("future", NOW + 1), ("early", 700)):
            await scheduled_jobs.set(w, a_deadline(subject, due_at))
    assert await subjects(database, limit=2) == ["early", "middle"]
    assert await subjects(database) == ["late"]


@pytest.mark.slow
async def test_a_lease_keeps_others_away_until_it_ends(database: Database) -> None:
    async with database.write("all") as w:
        await scheduled_jobs.set(w, a_deadline("m1", 900))
    assert await subjects(database) == ["m1"]
    assert await subjects(database, NOW + LEASE - 1) == []
    assert await subjects(database, NOW + LEASE) == ["m1"]


async def test_a_start_forgets_the_leases_of_a_dead_host(database: Database) -> None:
    async with database.write("all") as w:
        await scheduled_jobs.set(w, a_deadline("m1", 900))
    await claim(database)
    async with database.write("all") as w:
        await scheduled_jobs.release(w)
    assert await subjects(database) == ["m1"]


async def test_what_is_done_is_over_and_may_be_set_anew(database: Database) -> None:
    async with database.write("all") as w:
        await scheduled_jobs.set(w, a_deadline("m1", 900))
    (due,) = await claim(database)
    async with database.write("all") as w:
        assert await scheduled_jobs.mark_done(w, due, NOW)
        assert not await scheduled_jobs.mark_done(w, due, NOW)
        assert await scheduled_jobs.get(w, "turn", "m1") is None
        assert await scheduled_jobs.next_due(w, HOST) is None
        await scheduled_jobs.set(w, a_deadline("m1", 950))
    assert await subjects(database) == ["m1"]


@pytest.mark.slow
async def test_a_deadline_moved_or_cleared_after_its_claim_does_not_happen(database: Database) -> None:
    async with database.write("all") as w:
        await scheduled_jobs.set(w, a_deadline("moved", 900))
        await scheduled_jobs.set(w, a_deadline("cleared", 901))
    moved, cleared = await claim(database)
    async with database.write("all") as w:
        await scheduled_jobs.set(w, a_deadline("moved", NOW + 1))
        await scheduled_jobs.clear(w, "turn", "cleared", NOW)
        assert not await scheduled_jobs.mark_done(w, moved, NOW)
        assert not await scheduled_jobs.mark_done(w, cleared, NOW)
    assert await subjects(database, NOW) == []
    assert await subjects(database, NOW + 1) == ["moved"]


async def test_next_due_is_the_earliest_of_due_times_and_ends_of_leases(database: Database) -> None:
    async with database.write("all") as w:
        assert await scheduled_jobs.next_due(w, HOST) is None
        await scheduled_jobs.set(w, a_deadline("a", 900))
        await scheduled_jobs.set(w, a_deadline("b", NOW + 10))
        assert await scheduled_jobs.next_due(w, HOST) == 900
        await scheduled_jobs.claim(w, HOST, NOW, LEASE, 9)
        assert await scheduled_jobs.next_due(w, HOST) == NOW + 10
        await scheduled_jobs.clear(w, "turn", "b", NOW)
        assert await scheduled_jobs.next_due(w, HOST) == NOW + LEASE


@pytest.mark.slow
async def test_a_job_is_another_host_s_once_it_is_put_back_or_its_host_is_gone(database: Database) -> None:
    async with database.write("all") as w:
        for host in (HOST, OTHER):
            await hosts.join(w, Host(id=host, version="1", began=1, seen=1))
        await scheduled_jobs.set(w, a_deadline("slow", 900))
        await scheduled_jobs.set(w, a_deadline("failed", 901))
    slow, failed = await claim(database)
    late = NOW + LEASE
    async with database.write("all") as w:
        assert await scheduled_jobs.put_back(w, failed)
        assert not await scheduled_jobs.mark_done(w, failed, NOW)
        assert await scheduled_jobs.next_due(w, OTHER) == late
    assert await subjects(database, late, host=OTHER) == ["failed"]
    async with database.read() as r:
        assert await scheduled_jobs.next_due(r, OTHER) == late + LEASE
    async with database.write("all") as w:
        await scheduled_jobs.release(w)
        await hosts.leave(w, HOST)
        assert [await scheduled_jobs.free(w), await scheduled_jobs.free(w)] == [1, 0]
        assert not await scheduled_jobs.mark_done(w, slow, late)
    (taken,) = await claim(database, late, host=OTHER)
    async with database.write("all") as w:
        assert not await scheduled_jobs.mark_done(w, slow, late)
        assert await scheduled_jobs.mark_done(w, taken, late)
