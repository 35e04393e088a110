"""Inspecting a database changes nothing, whatever its state, and reports a problem in one sentence."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import open_database
from storage.engine.errors import DamagedDatabase, StorageError, UnusableDatabase, UnwritableDatabase
from storage.engine.migrations import MIGRATIONS, migrations
from storage.engine.sqlite.inspection import inspect
from storage.rows import OpenPlace

NEWEST = migrations(MIGRATIONS)[-1].version
MATCH = """INSERT INTO matches
(id, game, ruleset, options, seed, nonce, pace, guild, channel, created_at, rated)
VALUES (?, 'g', 'g/1', '{}', x'00', x'00', '', ?, ?, 1, 0)"""


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """Create a closed database with three open matches in two channels, and one in DMs."""
    made = tmp_path / "slowplay.db"
    async with await open_database(made):
        pass
    with closing(sqlite3.connect(made, isolation_level=None)) as raw:
        for name, guild, channel in (("a", 1, 2), ("b", 1, 2), ("c", 1, 3), ("d", None, None)):
            raw.execute(MATCH, (name, guild, channel))
    return made


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder without SQLite's WAL index, in which readers register themselves."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.fixture
def unchanged(file: Path) -> Iterator[None]:
    """Check that the test leaves the files unchanged."""
    before = contents(file.parent)
    yield
    assert contents(file.parent) == before


@pytest.mark.usefixtures("unchanged")
def test_a_database_that_nobody_has_open_is_told_of(file: Path) -> None:
    found = inspect(file)
    assert (found.version, found.newest, found.size) == (NEWEST, NEWEST, file.stat().st_size)
    assert found.places == (OpenPlace(1, 2, 2), OpenPlace(1, 3, 1))
    assert found.free > 0


async def test_a_database_is_looked_at_while_the_bot_has_it(file: Path) -> None:
    async with await open_database(file) as database:
        async with database.write("all") as w:
            await w.fetch("UPDATE matches SET channel = 9 WHERE id = 'c'", {})
        before = contents(file.parent)
        assert inspect(file).places == (OpenPlace(1, 2, 2), OpenPlace(1, 9, 1))
        assert contents(file.parent) == before
        async with database.write("all") as w:
            await w.fetch("UPDATE matches SET channel = 4 WHERE id = 'c'", {})


def test_what_a_crash_has_left_in_the_log_is_read_and_stays_there(file: Path, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute("UPDATE matches SET channel = 9 WHERE id = 'c'")
        for name in ("slowplay.db", "slowplay.db-wal"):
            shutil.copy(tmp_path / name, crashed / name)
    before = contents(crashed)
    assert inspect(crashed / "slowplay.db").places[-1] == OpenPlace(1, 9, 1)
    assert contents(crashed) == before


def test_there_may_be_no_database_yet(tmp_path: Path) -> None:
    found = inspect(tmp_path / "data" / "slowplay.db")
    assert (found.version, found.newest, found.places) == (0, NEWEST, ())
    assert list(tmp_path.iterdir()) == []


def test_one_that_another_program_holds_is_told_so(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnwritableDatabase, match="another program is using the database: stop that one"):
            inspect(file, patience_seconds=0)


def test_so_is_a_backup_that_another_program_holds(file: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute("VACUUM INTO ?", (str(backup),))
    assert inspect(backup).version == NEWEST
    with closing(sqlite3.connect(backup, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UnwritableDatabase, match="another program is using the database"):
            inspect(backup, patience_seconds=0)


def test_a_damaged_one_is_told_so(file: Path) -> None:
    with file.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xff" * 4096)
    with pytest.raises(DamagedDatabase, match="put your newest backup in its place"):
        inspect(file)


def test_one_of_a_newer_program_is_told_so(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute("INSERT INTO migrations VALUES (9999, '9999_later.sql', 0)")
    with pytest.raises(UnusableDatabase, match=f"has version 9999, but this program knows {NEWEST}: update"):
        inspect(file)


@pytest.mark.parametrize("text", ["hello, I'm no database at all, but a long letter to you. " * 9])
def test_what_is_no_database_is_told_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "letter.txt").write_text(text)
    with pytest.raises(StorageError, match="can't be read as a database"):
        inspect(tmp_path / "letter.txt")
    with pytest.raises(UnusableDatabase, match="is a folder: name a file in it"):
        inspect(tmp_path)
