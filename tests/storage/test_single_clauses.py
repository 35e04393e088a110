"""Statements that write or count exactly the rows that they name."""

from __future__ import annotations

import pytest

from storage import Database
from storage.tables import deleting, health, scheduled_jobs, suspensions, uses
from storage.tables.suspensions import Suspension
from tests.kit.stored_samples import MARA, TOM, a_deadline


@pytest.mark.slow
async def test_taking_one_use_back_leaves_all_others(database: Database) -> None:
    kept = [(MARA, "reports", 6), (MARA, "searches", 5), (TOM, "reports", 5)]
    async with database.write("all") as w:
        for person, what, at in (*kept, (MARA, "reports", 5)):
            await uses.add(w, person, what, at)
        await uses.take_back(w, MARA, "reports", 5)
        assert [await uses.moments(w, person, what, 0, 9) for person, what, _ in kept] == [[6], [5], [5]]


@pytest.mark.slow
async def test_only_jobs_that_are_due_and_not_done_are_late(database: Database) -> None:
    async with database.write("all") as w:
        for subject, due_at in (("claimed", 100), ("waiting", 200), ("just then", 300), ("later", 301)):
            await scheduled_jobs.set(w, a_deadline(subject, due_at))
        await scheduled_jobs.claim(w, 7, 100, 30, 1)
    async with database.read() as r:
        assert [await health.late_jobs(r, before) for before in (99, 100, 200, 300, 400)] == [0, 1, 2, 3, 4]


@pytest.mark.slow
async def test_deleting_a_suspended_person_renumbers_no_other_suspension(database: Database) -> None:
    async with database.write("all") as w:
        for person in (MARA, TOM):
            await suspensions.add(w, Suspension(guild=3, person=person, by_person=None, at=5))
        await deleting.renumber(w, MARA, -1)
        assert await suspensions.get(w, 3, MARA) is None
        left = [await suspensions.get(w, 3, person) for person in (-1, TOM)]
    assert [found and found.person for found in left] == [-1, TOM]


@pytest.mark.sqlite
async def test_a_match_that_goes_on_has_no_winner(database: Database, match_id: str) -> None:
    with pytest.raises(Exception, match="CHECK constraint failed: ended_at"):
        async with database.write("all") as w:
            await w.fetch("UPDATE matches SET winner = 1 WHERE id = :id", {"id": match_id})
