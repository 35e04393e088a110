"""Backups of a PostgreSQL database, restoring them, and copies from one engine to the other."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bench.postgres.keeper import WITH_PASSWORD
from bot.operations.backups.command import main
from bot.operations.backups.restoring import Backup, back_up, before_update, move, restore
from slowplay.terminal import Advance, unseen
from storage import MigrationFailed, StorageError, UnusableDatabase, open_database
from storage.engine.errors import AlreadyHosted, CopyDiffers, NotEmpty
from storage.engine.postgresql.connection import EVERY_CONNECTION
from storage.engine.postgresql.copying import is_new, reading
from storage.engine.postgresql.database import open_server
from storage.engine.postgresql.migrator import FOLDER
from storage.engine.replacing import replace_database
from storage.engine.schema import newest_version, tables_of
from tests.kit.databases.damage import tampered
from tests.kit.databases.kept import contents, fill_empty_tables, made
from tests.kit.inputs import START
from tests.kit.postgres import fresh_database, make_role
from tests.kit.sql import sql

TABLES = {table.name for table in tables_of(newest_version())}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with a row in every table."""
    file = made(tmp_path_factory.mktemp("kept"))
    fill_empty_tables(file)
    return file


@pytest.fixture
async def empty() -> AsyncIterator[str]:
    async with fresh_database() as address:
        yield address


@pytest.fixture
async def server(empty: str, original: Path) -> str:
    """A database on a server with all that the original has; its address."""
    await move(original, empty, quietly)
    return empty


@contextmanager
def quietly(what: str, total: float) -> Iterator[Advance]:
    yield unseen


def rows(file: Path) -> dict[str, list[Any]]:
    """Return all rows but those on applied migrations, which have the time at which they were applied."""
    return {name: found for name, found in contents(file).items() if name != "migrations"}


async def backup(server: str, folder: Path) -> Backup:
    return await back_up(server, folder / "backups", 9, START, most=None)


async def restored(found: Backup, server: str, folder: Path, *, replace: bool) -> Path | None:
    return (await restore(found.file, server, folder / "backups", START, replace=replace)).old


async def name_everybody(server: str, name: str) -> None:
    async with await open_database(server) as database:
        await sql(database, "UPDATE people SET name = :name", name=name)


@pytest.mark.slow
async def test_to_a_server_and_back_every_row_of_every_table_is_the_same(
    original: Path, server: str, tmp_path: Path
) -> None:
    assert set(rows(original)) == TABLES
    assert [name for name, found in rows(original).items() if not found] == []
    await move(server, tmp_path / "back.db", quietly)
    assert rows(tmp_path / "back.db") == rows(original)


@pytest.mark.slow
async def test_a_copied_server_has_the_tables_of_the_program_and_no_other(server: str) -> None:
    async with await open_database(server) as database:
        found = await sql(
            database, "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
        )
    assert {name for (name,) in found} - {"migrations"} == {
        table.name for table in tables_of(newest_version())
    }


@pytest.mark.slow
async def test_a_copied_server_numbers_on_and_its_triggers_watch_again(server: str) -> None:
    async with await open_database(server) as database:
        ((last,),) = await sql(database, "SELECT MAX(id) FROM deadlines")
        added = "INSERT INTO deadlines (kind, subject, due_at) VALUES ('a', 'b', 1) RETURNING id"
        assert await sql(database, added) == [(last + 1,)]
        with pytest.raises(asyncpg.PostgresError, match="append-only"):
            await sql(database, "DELETE FROM actions")


@pytest.mark.slow
async def test_what_cannot_have_happened_leaves_the_server_empty(
    original: Path, empty: str, tmp_path: Path
) -> None:
    file = tmp_path / "wrong.db"
    shutil.copyfile(original, file)
    tampered("UPDATE actions SET text = 'a1-a2' WHERE number = 2")(file)
    with pytest.raises(CopyDiffers, match="can't have happened"):
        await move(file, empty, quietly)
    async with await open_database(empty) as database:
        assert await sql(database, "SELECT id FROM matches") == []


@pytest.mark.slow
async def test_a_server_that_a_bot_uses_or_with_matches_is_copied_neither_from_nor_to(
    original: Path, server: str, tmp_path: Path
) -> None:
    with pytest.raises(NotEmpty):
        await move(original, server, quietly)
    async with await open_database(server):
        for source, target in ((server, tmp_path / "new.db"), (original, server)):
            with pytest.raises(AlreadyHosted):
                await move(source, target, quietly)
    assert "new.db" not in os.listdir(tmp_path)


@pytest.mark.slow
async def test_a_backup_of_a_server_in_use_holds_all_that_was_committed(
    original: Path, server: str, tmp_path: Path
) -> None:
    async with await open_database(server) as database, database.write() as w:
        await w.fetch("UPDATE people SET name = 'not yet'", {})
        found = await backup(server, tmp_path)
    assert rows(found.file) == rows(original)
    assert found.verification.replayed == 3


@pytest.mark.proof
async def test_a_backup_restored_on_a_server_is_the_database_again_and_the_old_one_is_kept(
    original: Path, server: str, tmp_path: Path
) -> None:
    found = await backup(server, tmp_path)
    await name_everybody(server, "later")
    with pytest.raises(NotEmpty):
        await restored(found, server, tmp_path, replace=False)
    async with await open_database(server):
        with pytest.raises(AlreadyHosted):
            await restored(found, server, tmp_path, replace=True)
    old = await restored(found, server, tmp_path, replace=True)
    assert old is not None
    assert {row[1] for row in rows(old)["people"]} == {"later"}
    assert rows((await backup(server, tmp_path / "again")).file) == rows(original)


@pytest.mark.slow
async def test_a_server_s_data_are_replaced_only_if_that_is_wanted_and_are_kept(
    original: Path, empty: str, tmp_path: Path
) -> None:
    async with await open_database(empty) as database:
        await sql(database, "INSERT INTO people (id, name, created_at) VALUES (7, 'later', 1)")
    with pytest.raises(NotEmpty):
        await replace_database(empty, original, None)
    old = await replace_database(empty, original, tmp_path / "kept" / "old.db")
    assert old == tmp_path / "kept" / "old.db"
    assert [row[1] for row in rows(old)["people"]] == ["later"]
    async with await open_database(empty) as database:
        assert await sql(database, "SELECT id FROM people WHERE name = 'later'") == []


@pytest.mark.slow
async def test_an_empty_server_has_nothing_to_back_up() -> None:
    async with fresh_database(template="template0") as address:
        assert await is_new(address)
        with pytest.raises(UnusableDatabase, match="is empty: name a database of the bot"):
            async with reading(address):
                pass


async def test_a_server_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    nowhere = f"postgresql://nobody@/none?host={tmp_path}"
    with pytest.raises(StorageError, match="can't be reached"):
        await backup(nowhere, tmp_path)
    assert os.listdir(tmp_path / "backups") == []


# --- updates ---------------------------------------------------------------------------------------------


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """Copy the migrations and add one, as a newer program would have it."""
    folder = tmp_path / "migrations"
    shutil.copytree(FOLDER, folder)
    (folder / "9999_later.sql").write_text("ALTER TABLE people ADD COLUMN pet TEXT; DELETE FROM documents;")
    return folder


@pytest.mark.proof
async def test_after_an_update_one_can_go_back_with_the_copy_that_was_made_before_it(
    original: Path, server: str, newer: Path, tmp_path: Path
) -> None:
    before = before_update(server, tmp_path / "backups")
    async with await open_server(server, migrations=newer, before=before):
        pass
    with pytest.raises(UnusableDatabase, match="has version 9999, but this program knows"):
        await open_database(server)
    copy = tmp_path / "backups" / "slowplay.db.before-9999"
    assert rows(copy) == rows(original)
    async with fresh_database() as another:
        await restore(copy, another, tmp_path, START, replace=False)
        await move(another, tmp_path / "back.db", quietly)
        async with await open_database(another):
            pass
    assert rows(tmp_path / "back.db") == rows(original)


@pytest.mark.proof
async def test_the_copy_before_an_update_may_take_long(
    server: str, newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EVERY_CONNECTION, "idle_in_transaction_session_timeout", "20")

    async def copy_slowly(_first: int) -> None:
        connection = await asyncpg.connect(server)
        await connection.execute("SELECT pg_sleep(0.1)")
        await connection.close()

    async with await open_server(server, migrations=newer, before=copy_slowly) as database:
        assert database.host in await database.alive()


@pytest.mark.proof
async def test_an_update_without_a_copy_has_to_be_wanted(server: str, newer: Path) -> None:
    unset, none = (before_update(server, folder) for folder in (None, Path("none")))
    with pytest.raises(MigrationFailed, match="SLOWPLAY_BACKUPS"):
        await open_server(server, migrations=newer, before=unset)
    async with await open_database(server):
        pass
    async with await open_server(server, migrations=newer, before=none):
        pass


async def test_a_new_database_needs_no_copy() -> None:
    async with fresh_database(template="template0") as address:
        before = before_update(address, None)
        async with await open_database(address, before=before):
            pass


# --- passwords ------------------------------------------------------------------------------------------

SECRET = "sesame"
"""Part of the wrong passwords."""


@pytest.fixture
async def guarded(empty: str) -> str:
    """Return the empty database's address for a user who needs a password."""
    await make_role(f"{WITH_PASSWORD} LOGIN SUPERUSER PASSWORD 'open'")
    return empty.replace("slowplay@", f"{WITH_PASSWORD}@")


@pytest.mark.slow
async def test_the_password_may_be_in_a_file_that_its_owner_alone_reads(
    guarded: str, original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords = tmp_path / "pgpass"
    passwords.touch(0o600)
    passwords.write_text(f"*:*:*:{WITH_PASSWORD}:open\n")
    with pytest.raises(StorageError, match="doesn't let the bot in"):
        await move(original, guarded, quietly)
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    await move(original, guarded, quietly)
    async with await open_database(guarded) as database:
        assert await sql(database, "SELECT COUNT(*) FROM matches") != [(0,)]


@pytest.mark.slow
@pytest.mark.parametrize("wrong", ["wrong-{}", "wrong-{}@", "wrong/{}", "wrong#{}"])
async def test_a_password_on_the_command_line_is_said_nowhere(
    guarded: str,
    original: Path,
    wrong: str,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG")
    address = guarded.replace("@", f":{wrong.format(SECRET)}@", 1)
    for asked in ([str(original), address], [address, str(original.with_name("new.db"))]):
        assert await asyncio.to_thread(main, ["copy", *asked]) == 2
    printed = "".join(capsys.readouterr())
    assert printed
    assert SECRET not in printed + caplog.text
