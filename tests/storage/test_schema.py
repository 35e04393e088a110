"""A database without a required table, column, index or trigger is refused, and the doctor reports it."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.doctor.machine import look_at_database
from storage import DamagedDatabase, open_database
from storage.engine.migrations import MIGRATIONS, migrations
from storage.engine.schema import check_parts
from storage.engine.sqlite.inspection import inspect
from tests.kit.engines import SQLITE, somewhere

LOST = [
    ("DROP TABLE conditions", "the table conditions is missing"),
    ("ALTER TABLE people DROP COLUMN locale", "the column locale of people is missing"),
    ("DROP INDEX deadlines_undone", "the index deadlines_undone is missing"),
    ("DROP TRIGGER actions_never_leave{on}", "the trigger actions_never_leave is missing"),
]
TO_DO = "put your newest backup in its place with “slowplay restore BACKUP --replace”"


def kept(file: Path) -> list[tuple[str, bytes]]:
    """Return the files of the database's folder except the lock."""
    return [
        (path.name, path.read_bytes()) for path in sorted(file.parent.iterdir()) if ".host" not in path.name
    ]


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[Path]:
    async with somewhere(tmp_path, SQLITE) as where:
        yield Path(where)


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as raw:
        raw.executescript(statement)


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "told"), LOST)
async def test_a_file_that_lacks_a_part_is_refused_and_the_doctor_says_so(
    file: Path, statement: str, told: str
) -> None:
    change(file, statement.format(on=""))
    before = kept(file)
    with pytest.raises(DamagedDatabase, match=told) as raised:
        await open_database(file)
    assert TO_DO in str(raised.value)
    assert kept(file) == before
    (finding,), places = await look_at_database(file)
    assert (finding.level, places) == ("problem", None)
    assert told in finding.told
    assert TO_DO in finding.to_do


async def test_an_index_that_was_made_otherwise_is_wrong(file: Path) -> None:
    change(file, "DROP INDEX deadlines_due; CREATE INDEX deadlines_due ON deadlines (due_at);")
    with pytest.raises(DamagedDatabase, match="the index deadlines_due is wrong"):
        await open_database(file)


async def test_an_old_file_that_lacks_a_table_is_refused_before_it_is_updated(tmp_path: Path) -> None:
    file, (first, *_) = tmp_path / "slowplay.db", migrations(MIGRATIONS)
    with closing(sqlite3.connect(file)) as raw:
        raw.executescript(
            f"{first.script}; CREATE TABLE migrations (version INTEGER PRIMARY KEY, name, applied_at);"
        )
        raw.executescript("INSERT INTO migrations VALUES (1, 'first', 0); DROP TABLE outbox;")
    with pytest.raises(DamagedDatabase, match="the table outbox is missing"):
        await open_database(file)
    assert [name for name, _ in kept(file)] == ["slowplay.db"]


async def test_what_an_operator_has_added_is_no_fault(file: Path) -> None:
    change(file, "CREATE INDEX mine ON people (name); CREATE VIEW names AS SELECT name FROM people; ANALYZE;")
    async with await open_database(file):
        pass
    assert inspect(file).version == migrations(MIGRATIONS)[-1].version


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.skipif(sys.platform != "linux", reason="PostgreSQL's programs are there for Linux alone")
async def test_a_server_s_database_that_lacks_a_part_is_refused_and_the_doctor_says_so() -> None:
    import asyncpg

    from tests.kit.postgres import fresh_database

    for statement, told in LOST:
        async with fresh_database() as address:
            async with await open_database(address):
                pass
            connection = await asyncpg.connect(address)
            await connection.execute(statement.format(on=" ON actions"))
            await connection.close()
            with pytest.raises(DamagedDatabase, match=told) as raised:
                await open_database(address)
            assert TO_DO in str(raised.value)
            (finding,), _ = await look_at_database(address)
            assert told in finding.told


@pytest.mark.parametrize(("missing", "more"), [(3, ""), (4, ", and 1 more"), (9, ", and 6 more")])
def test_a_damaged_schema_tells_of_three_parts_and_counts_the_others(missing: int, more: str) -> None:
    wanted = {f"part {number}": "made" for number in range(missing)}
    with pytest.raises(DamagedDatabase, match=rf"part 2 is missing{more}\)"):
        check_parts("x.db", wanted, {})
    check_parts("x.db", wanted, wanted)
