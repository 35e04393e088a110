import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage import MigrationFailed, UnusableDatabase, open_database
from storage.engine.handle import Writer
from storage.engine.migrations import MIGRATIONS, migrations, statements
from storage.engine.sqlite.database import open_file
from storage.engine.sqlite.migrator import migrate
from storage.rows import Document, Match, dump
from storage.tables import documents, heartbeat, matches, outbox
from storage.tables.heartbeat import Shard
from tests.kit.rows import claim_next
from tests.kit.stored_samples import MARA, TOM, a_match, a_message

FAMILY = """CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents (id) ON DELETE CASCADE);
INSERT INTO parents VALUES (1, 'ann');
INSERT INTO children VALUES (10, 1), (11, 1);
"""
REBUILD = """CREATE TABLE new_parents (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO new_parents SELECT id, name FROM parents;
DROP TABLE parents;
ALTER TABLE new_parents RENAME TO parents;
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Create a folder with a first migration, which makes two tables."""
    made = tmp_path / "migrations"
    made.mkdir()
    (made / "0001_family.sql").write_text(FAMILY)
    return made


@pytest.fixture
def path(tmp_path: Path, folder: Path) -> Path:
    """Create a database at version 1 of the migrations in `folder`."""
    file = tmp_path / "family.db"
    migrate(file, folder)
    return file


def rows(path: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as raw:
        return raw.execute(sql).fetchall()


async def meet_as_version_1(w: Writer, id: int, name: str) -> None:
    """Add a person with only the columns of version 1."""
    await insert(w, "people", {"id": id, "name": name, "created_at": 1})


PAUSES = {"paused_at", "paused_by", "paused_until", "paused_for"}


async def add_as_version_1(w: Writer, match: Match) -> None:
    """Add a match and its seats with only the columns of version 1."""
    later = {
        "seats",
        "has_offer",
        "sides",
        "sealed",
        "counted_at",
        "redacted",
        "uncounted",
        "coached",
    } | PAUSES
    await insert(w, "matches", {k: v for k, v in dump(match).items() if k not in later})
    for seat in match.seats:
        await insert(w, "seats", {k: v for k, v in dump(seat, match_id=match.id).items() if k != "bank"})


async def act_as_version_1(w: Writer, match_id: str) -> None:
    """Add an action as version 1 wrote it."""
    await insert(w, "actions", {"match_id": match_id, "number": 1, "seat": 0, "text": "roll", "at": 5})
    await w.fetch("UPDATE matches SET length = 1 WHERE id = :id", {"id": match_id})


async def insert(w: Writer, table: str, row: dict[str, Any]) -> None:
    values = ", ".join(f":{column}" for column in row)
    await w.fetch(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})", row)


def versions(path: Path) -> list[int]:
    return [version for (version,) in rows(path, "SELECT version FROM migrations ORDER BY version")]


async def test_an_empty_file_becomes_the_newest_version_without_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    async with await open_database(file):
        pass
    assert versions(file) == [migration.version for migration in migrations(MIGRATIONS)]
    assert [name for name in os.listdir(tmp_path) if "before" in name] == []


def test_a_database_of_the_newest_version_is_left_alone(path: Path, folder: Path) -> None:
    before = path.read_bytes()
    assert migrate(path, folder) is None
    assert path.read_bytes() == before


async def test_matches_of_version_1_live_on_in_a_later_version(tmp_path: Path) -> None:
    file, folder = tmp_path / "slowplay.db", tmp_path / "migrations"
    folder.mkdir()
    shutil.copy(MIGRATIONS / "0001_first.sql", folder)
    async with await open_file(file, migrations=folder) as database, database.write("all") as w:
        await meet_as_version_1(w, MARA, "mara")
        await meet_as_version_1(w, TOM, "tom")
        await add_as_version_1(w, a_match("m1"))
        await act_as_version_1(w, "m1")
    for migration in sorted(MIGRATIONS.glob("*.sql"))[1:]:
        shutil.copy(migration, folder)
    (folder / "9999_notes.sql").write_text("ALTER TABLE matches ADD COLUMN note TEXT;\n")
    async with await open_file(file, migrations=folder) as database, database.read() as r:
        assert await matches.open_of(r, MARA) == [a_match("m1", length=1)]
        assert [action.text for action in await matches.actions(r, "m1")] == ["roll"]
    assert rows(file, "SELECT id, note FROM matches") == [("m1", None)]


async def test_people_and_matches_of_version_1_live_on_and_may_keep_documents(tmp_path: Path) -> None:
    file, folder = tmp_path / "slowplay.db", tmp_path / "migrations"
    folder.mkdir()
    shutil.copy(MIGRATIONS / "0001_first.sql", folder)
    async with await open_file(file, migrations=folder) as database, database.write("all") as w:
        await meet_as_version_1(w, MARA, "mara")
        await meet_as_version_1(w, TOM, "tom")
        await add_as_version_1(w, a_match("m1"))
        await act_as_version_1(w, "m1")
    kept = Document(person=MARA, game="creators", name="a", content={"b": 1}, created_at=2, changed_at=3)
    async with await open_database(file) as database, database.write("all") as w:
        assert await matches.open_of(w, MARA) == [a_match("m1", length=1)]
        assert [action.text for action in await matches.actions(w, "m1")] == ["roll"]
        assert await documents.all_of(w, MARA, "creators") == []
        await documents.put(w, kept)
        assert await documents.all_of(w, MARA, "creators") == [kept]
    assert versions(file) == [migration.version for migration in migrations(MIGRATIONS)]
    assert versions(tmp_path / "slowplay.db.before-0002") == [1]


ERRORS = {
    # The errors of a row that waits for its next attempt, of a given-up row, and of a row sent at last.
    "away": ("away: Away: 503", "away: OSError: no route", "away: late"),
    "unheard": ("unheard: late", "unheard: 50007 Cannot send messages", "unheard: late"),
    "other": ("Later: again in 5 seconds", "superseded", None),
    "alike": ("Away: unheard: away:", "UNHEARD: by its name alone", "away"),
}
MARKS = ({"lease_until": 90}, {"failed_at": 5}, {"sent_at": 5})


async def test_what_a_message_waits_for_is_read_from_its_error_once(tmp_path: Path) -> None:
    file, folder = tmp_path / "slowplay.db", tmp_path / "migrations"
    folder.mkdir()
    for migration in sorted(MIGRATIONS.glob("*.sql"))[:11]:
        shutil.copy(migration, folder)
    async with await open_file(file, migrations=folder) as database, database.write("all") as w:
        for name, errors in ERRORS.items():
            for number, error in enumerate(errors):
                message = dump(a_message(f"{name} {number}", lane=f"{name} {number}", due_at=10))
                await insert(w, "outbox", message | {"last_error": error} | MARKS[number])
    async with await open_database(file) as database:
        found = rows(file, "SELECT nonce, waits_for, last_error FROM outbox ORDER BY id")
        assert found == [
            ("away 0", "discord", "Away: 503"),
            ("away 1", None, "OSError: no route"),
            ("away 2", None, "late"),
            ("unheard 0", None, "late"),
            ("unheard 1", "addressee", "50007 Cannot send messages"),
            ("unheard 2", None, "late"),
            ("other 0", None, "Later: again in 5 seconds"),
            ("other 1", None, "superseded"),
            ("other 2", None, None),
            ("alike 0", None, "Away: unheard: away:"),
            ("alike 1", None, "UNHEARD: by its name alone"),
            ("alike 2", None, "away"),
        ]
        async with database.write("all") as w:
            await outbox.make_retries_due(w)
            assert await outbox.revive(w) == 1
            due = await claim_next(w, 7, 80, 60, 99)
    assert [(message.nonce, message.waits_for) for message in due] == [("away 0", None), ("unheard 1", None)]


def test_missing_versions_are_applied_in_order_each_once(path: Path, folder: Path) -> None:
    (folder / "0003_rename.sql").write_text("ALTER TABLE toys RENAME TO treasures;\n")
    (folder / "0002_toys.sql").write_text("CREATE TABLE toys (id INTEGER PRIMARY KEY);\n")
    migrate(path, folder)
    assert migrate(path, folder) is None
    assert versions(path) == [1, 2, 3]
    assert rows(path, "SELECT * FROM treasures") == []


def test_rebuilding_a_parent_table_keeps_its_children(path: Path, folder: Path) -> None:
    (folder / "0002_rebuild.sql").write_text(REBUILD)
    migrate(path, folder)
    assert rows(path, "SELECT id FROM children") == [(10,), (11,)]


def test_a_copy_of_the_old_version_is_put_aside_first(path: Path, folder: Path) -> None:
    (folder / "0002_gone.sql").write_text("DROP TABLE children;\n")
    path.with_name("family.db.before-0002.part").write_text("a copy that was broken off")
    copy = migrate(path, folder)
    assert copy is not None
    assert copy.name == "family.db.before-0002"
    assert versions(copy) == [1]
    assert rows(copy, "SELECT id FROM children") == [(10,), (11,)]
    assert rows(copy, "PRAGMA integrity_check") == [("ok",)]


def test_a_failed_migration_leaves_the_old_database_even_after_one_that_worked(
    path: Path, folder: Path
) -> None:
    (folder / "0002_works.sql").write_text("DROP TABLE children;\n")
    (folder / "0003_fails.sql").write_text("INSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(MigrationFailed, match=r"0003_fails\.sql failed \(no such table: nowhere\)"):
        migrate(path, folder)
    assert versions(path) == [1]
    assert rows(path, "SELECT id FROM children") == [(10,), (11,)]


def test_a_migration_mended_after_a_failure_is_applied(path: Path, folder: Path) -> None:
    (folder / "0002_toys.sql").write_text("CREATE TABEL toys (id INTEGER);\n")
    with pytest.raises(MigrationFailed):
        migrate(path, folder)
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("INSERT INTO parents VALUES (2, 'bob')")
    (folder / "0002_toys.sql").write_text("CREATE TABLE toys (id INTEGER);\n")
    copy = migrate(path, folder)
    assert copy is not None
    assert rows(copy, "SELECT name FROM parents") == [("ann",), ("bob",)]
    assert versions(path) == [1, 2]


def test_a_migration_that_orphans_rows_is_refused(path: Path, folder: Path) -> None:
    (folder / "0002_orphans.sql").write_text("DELETE FROM parents;\n")
    with pytest.raises(MigrationFailed, match="2 rows would lose what they refer to, in children"):
        migrate(path, folder)
    assert rows(path, "SELECT id FROM parents") == [(1,)]


async def test_a_failed_migration_leaves_the_file_free(path: Path, folder: Path) -> None:
    (folder / "0002_fails.sql").write_text("nonsense;\n")
    with pytest.raises(MigrationFailed):
        await open_file(path, migrations=folder)
    (folder / "0002_fails.sql").unlink()
    async with await open_file(path, migrations=folder):
        pass


def test_a_database_of_a_newer_program_is_refused(path: Path, folder: Path) -> None:
    (folder / "0002_toys.sql").write_text("CREATE TABLE toys (id INTEGER);\n")
    migrate(path, folder)
    (folder / "0002_toys.sql").unlink()
    with pytest.raises(UnusableDatabase, match="has version 2, but this program knows 1: update the program"):
        migrate(path, folder)


@pytest.mark.parametrize("content", ["something else", "no database"])
async def test_a_file_that_is_not_ours_is_refused_and_unchanged(tmp_path: Path, content: str) -> None:
    file = tmp_path / "theirs.db"
    if content == "no database":
        file.write_text("Dear diary, " * 500)
    else:
        with closing(sqlite3.connect(file)) as raw, raw:
            raw.execute("CREATE TABLE diary (page TEXT)")
    before = file.read_bytes()
    with pytest.raises(UnusableDatabase, match="choose another file"):
        await open_database(file)
    assert file.read_bytes() == before


def test_a_trigger_is_one_statement() -> None:
    trigger = "CREATE TRIGGER t BEFORE DELETE ON a\nBEGIN\n    SELECT 1;\n    SELECT 2;\nEND;\n"
    assert list(statements(f"-- why\nSELECT 1;\n{trigger}SELECT 3;\n")) == [
        "-- why\nSELECT 1;\n",
        trigger,
        "SELECT 3;\n",
    ]


async def test_outages_from_before_there_were_shards_are_those_of_every_shard(tmp_path: Path) -> None:
    file, folder = tmp_path / "slowplay.db", tmp_path / "migrations"
    folder.mkdir()
    for migration in [script for script in MIGRATIONS.glob("*.sql") if script.name < "0020"]:
        shutil.copy(migration, folder)
    migrate(file, folder)
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("INSERT INTO heartbeat (id, at) VALUES (1, 50)")
        raw.execute("INSERT INTO outages (began, ended) VALUES (10, 20)")
        raw.commit()
    async with await open_database(file) as database, database.read() as r:
        (outage,) = await heartbeat.outages(r, 0)
        assert (outage.began, outage.ended) == (10, 20)
        assert all(outage.of.has(guild) for guild in (None, 1 << 22, 2 << 22, 3 << 22))
        assert [await heartbeat.last(r, Shard(number, 3)) for number in range(3)] == [50] * 3
