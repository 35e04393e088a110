"""A finished first leg is sealed until its second leg ends, also in a database from before that rule."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from storage import Database, Ending, commit_ply, open_database
from storage.engine.handle import Writer
from storage.engine.migrations import MIGRATIONS
from storage.engine.sqlite.database import open_file
from storage.rows import dump
from storage.tables import matches, people
from tests.kit.rows import end, finished_of
from tests.kit.stored_samples import MARA, TOM, a_deadline, a_match, a_ply

PAUSES = {"paused_at", "paused_by", "paused_until", "paused_for"}
_LATER = {"seats", "has_offer", "sides", "sealed", "counted_at", "redacted", "uncounted", "coached"} | PAUSES
FIRST_LEGS = {
    "open second": "pattern",
    "no second yet": "held-out",
    "second over": "pattern",
    "resigned": "resigned",
    "single": "pattern",
    "running": None,
}


async def insert(w: Writer, table: str, row: dict[str, Any]) -> None:
    values = ", ".join(f":{column}" for column in row)
    await w.fetch(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})", row)


async def add(w: Writer, id: str, reason: str | None, number: int, **changes: Any) -> None:
    """Add a match as version 7 stored it."""
    match = a_match(id, reason=reason, ended_at=None if reason is None else 100 + number, **changes)
    row = {key: value for key, value in dump(match).items() if key not in _LATER}
    await insert(w, "matches", {**row, "ending": None if reason is None else number})
    for seat in match.seats:
        await insert(w, "seats", {**dump(seat, match_id=id), "ended_at": match.ended_at})


async def fill(w: Writer) -> None:
    for id, name in ((MARA, "mara"), (TOM, "tom")):
        await insert(w, "people", {"id": id, "name": name, "created_at": 1})
    for number, (id, reason) in enumerate(FIRST_LEGS.items(), 1):
        await add(w, id, reason, number)
    await add(w, "open second's", None, 0, leg=2, previous_leg="open second")
    await add(w, "over second's", "time", 9, leg=2, previous_leg="second over")
    for subject, done in (("no second yet", None), ("single", 5)):
        await insert(w, "deadlines", dump(a_deadline(subject, 5, kind="next-leg"), done_at=done))


async def test_legs_of_version_7_are_sealed_where_their_second_leg_is_not_over(tmp_path: Path) -> None:
    file, folder = tmp_path / "slowplay.db", tmp_path / "migrations"
    folder.mkdir()
    for migration in sorted(MIGRATIONS.glob("*.sql"))[:7]:
        shutil.copy(migration, folder)
    async with await open_file(file, migrations=folder) as database, database.write("all") as w:
        await fill(w)
    async with await open_database(file) as database:
        async with database.read() as r:
            kept = [await matches.get(r, id) for id in (*FIRST_LEGS, "over second's")]
            assert [stored.id for stored in kept if stored and stored.sealed] == [
                "open second",
                "no second yet",
            ]
            assert [stored.counted_at for stored in kept if stored] == [101, 102, 103, 104, 105, None, 109]
            finished = await finished_of(r, MARA)
            assert set(finished) == {"second over", "resigned", "single", "over second's"}
        assert await commit_ply(database, a_ply("open second's", 1, ending=Ending(0, "pattern")))
        async with database.read() as r:
            rows = await r.fetch(
                "SELECT id, sealed, counted_at, ending FROM matches WHERE id LIKE 'open%'", {}
            )
    found = {row["id"]: (row["sealed"], row["counted_at"], row["ending"]) for row in rows}
    # A match that was already rated keeps its place in the order of endings.
    assert found == {"open second": (0, 101, 1), "open second's": (0, 101, 10)}


@pytest.mark.slow
async def test_the_end_of_a_second_leg_unseals_the_first_which_takes_the_place_before_it(
    database: Database,
) -> None:
    async with database.write("all") as w:
        await people.upsert(w, MARA, "mara", now=1)
        await people.upsert(w, TOM, "tom", now=1)
        await matches.add(w, a_match("one"))
        await matches.add(w, a_match("other", leg=2, previous_leg="one"))
        await matches.add(w, a_match("between"))
    assert await commit_ply(database, a_ply("one", 1, ending=Ending(0, "pattern", sealed=True)))
    assert await places(database) == [("one", 1, None, None)]
    async with database.write("all") as w:
        assert await end(w, "between", 1, "resigned", 300)
    assert await commit_ply(database, a_ply("other", 1, at=400, ending=Ending(1, "time")))
    assert await places(database) == [("between", 0, 300, 1), ("one", 0, 400, 2), ("other", 0, 400, 3)]


async def places(database: Database) -> list[tuple[Any, ...]]:
    """Return (id, sealed, time from which it counts, place in the order of endings) of finished matches."""
    async with database.read() as r:
        rows = await r.fetch("SELECT * FROM matches WHERE ended_at IS NOT NULL ORDER BY ending", {})
    return [(row["id"], row["sealed"], row["counted_at"], row["ending"]) for row in rows]


@pytest.mark.slow
async def test_a_seat_that_has_seen_its_deal_keeps_a_ply_from_being_written(database: Database) -> None:
    async with database.write("all") as w:
        await people.upsert(w, MARA, "mara", now=1)
        await people.upsert(w, TOM, "tom", now=1)
        await matches.add(w, a_match("m1"))
        assert await matches.set_briefed(w, "m1", 1, 5)
    abort = a_ply("m1", 1, actions=(), ending=Ending(None, "aborted"))
    assert not await commit_ply(database, a_ply("m1", 1, actions=(), ending=abort.ending, unbriefed=(0, 1)))
    assert await commit_ply(database, a_ply("m1", 1, actions=(), ending=abort.ending, unbriefed=(0,)))
    async with database.write("all") as w:
        assert not await matches.set_briefed(w, "m1", 0, 6), "the match is over"
