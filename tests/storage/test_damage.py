"""Damaged files: the bot reports one at its start, and a backup is restored as docs/backups.md says."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage import DamagedDatabase, Database, open_database
from storage.engine.sqlite import database as database_module
from storage.engine.sqlite import soundness
from storage.tables import people, scheduled_jobs
from tests.kit.databases.damage import damage
from tests.kit.pages import blocks
from tests.kit.stored_samples import MARA, TOM, a_deadline
from tests.paths import ROOT

RESTORE = (
    r"^slowplay\.db is damaged \(.+\): stop the bot, .*“slowplay restore BACKUP --replace”, and start again; "
    r"docs/backups\.md says more\.$"
)


async def remember(file: Path, person: int) -> None:
    async with await open_database(file) as database, database.write("all") as w:
        await people.upsert(w, person, "somebody", now=1)


async def remembered(file: Path) -> list[int]:
    async with await open_database(file) as database, database.read() as r:
        return [person for person in (MARA, TOM) if await people.get(r, person)]


def cut_off(file: Path) -> None:
    """Truncate the file, like a copy that was interrupted."""
    os.truncate(file, file.stat().st_size // 2)


@pytest.mark.parametrize("harm", [damage, cut_off])
async def test_a_damaged_file_is_refused_with_how_to_restore_a_backup(tmp_path: Path, harm: object) -> None:
    file = tmp_path / "slowplay.db"
    await remember(file, MARA)
    assert callable(harm)
    harm(file)
    before = file.read_bytes()
    with pytest.raises(DamagedDatabase, match=RESTORE) as raised:
        await open_database(file)
    assert "\n" not in str(raised.value)
    assert file.read_bytes() == before


async def test_the_file_is_read_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, really = [], database_module.check
    monkeypatch.setattr(
        database_module, "check", lambda file: (threads.append(threading.get_ident()), really(file))
    )
    async with await open_database(tmp_path / "slowplay.db"):
        assert threads
        assert threading.get_ident() not in threads


@pytest.mark.proof
async def test_a_backup_made_and_restored_as_the_page_tells_is_the_database_again(tmp_path: Path) -> None:
    file = tmp_path / "data" / "slowplay.db"
    program = tmp_path / "bin" / "slowplay"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m slowplay "$@"\n')
    program.chmod(0o700)
    page = (ROOT / "docs" / "backups.md").read_text(encoding="utf-8")
    backup = next(block for block in blocks(page, "sh") if "slowplay backup" in block)
    restoring = next(block for block in blocks(page, "sh") if "slowplay restore" in block)
    await remember(file, MARA)
    async with await open_database(file):
        await as_printed(backup, tmp_path)
    (made,) = (tmp_path / "data" / "slowplay.db.backups").glob("slowplay-*.db")
    assert made.stat().st_mode & 0o777 == 0o600
    await remember(file, TOM)
    damage(file)
    with pytest.raises(DamagedDatabase):
        await open_database(file)
    (tmp_path / "data" / "slowplay.db-wal").write_bytes(b"of the old file")
    restore, starting = restoring.splitlines()
    assert starting == "slowplay serve"
    await as_printed(re.sub(r"data/\S+\.backups/\S+", str(made.relative_to(tmp_path)), restore), tmp_path)
    assert await remembered(file) == [MARA]
    (kept,) = file.parent.glob("slowplay.db.replaced-*-wal")
    assert kept.read_bytes() == b"of the old file"


async def as_printed(commands: str, folder: Path) -> None:
    """Run commands in a folder, as a reader who copies them from the page does."""
    found = os.environ | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
    await asyncio.to_thread(subprocess.run, ["sh", "-ec", commands], cwd=folder, check=True, env=found)


# --- found after the start --------------------------------------------------------------------------------


async def test_damage_found_after_the_start_ends_all_reading_and_writing(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    await remember(file, MARA)
    damage(file)
    async with await open_database(file, check_meanwhile=True) as database:
        await database.damaged.wait()
        for use in (write_index, read_index):
            with pytest.raises(DamagedDatabase, match=RESTORE) as raised:
                await use(database)
            assert str(raised.value).count("is damaged") == 1


async def test_a_file_without_its_end_is_not_even_opened(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    await remember(file, MARA)
    cut_off(file)
    with pytest.raises(DamagedDatabase, match=RESTORE):
        await open_database(file, check_meanwhile=True)


async def test_an_update_reads_the_file_first(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    await remember(file, MARA)
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute("DELETE FROM migrations WHERE version = (SELECT MAX(version) FROM migrations)")
    damage(file)
    with pytest.raises(DamagedDatabase, match=RESTORE):
        await open_database(file, check_meanwhile=True)


class Endless:
    """A check of a file that takes until it's interrupted."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.has_begun, self.thread = asyncio.Event(), 0

    def __call__(self, raw: sqlite3.Connection, path: Path) -> None:
        self.thread = threading.get_ident()
        self._loop.call_soon_threadsafe(self.has_begun.set)
        raw.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n")


async def test_while_a_file_is_checked_it_is_used_and_closed_as_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file, endless = tmp_path / "slowplay.db", Endless()
    await remember(file, TOM)
    monkeypatch.setattr(soundness, "check_open", endless)
    async with await open_database(file, check_meanwhile=True) as database:
        await endless.has_begun.wait()
        assert endless.thread != threading.get_ident()
        async with database.write() as w:
            await people.upsert(w, MARA, "somebody", now=1)
        await read_people(database)
        assert not database.damaged.is_set()
    assert caplog.text == ""
    monkeypatch.undo()
    assert await remembered(file) == [MARA, TOM]


async def test_a_file_is_closed_at_once_whether_its_check_has_begun_or_not(tmp_path: Path) -> None:
    async with await open_database(tmp_path / "slowplay.db", check_meanwhile=True) as database:
        assert not database.damaged.is_set()
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "check file"]


async def checked(database: Database) -> None:
    """Wait until the check of the file is over, and write."""
    (checking,) = (task for task in asyncio.all_tasks() if task.get_name() == "check file")
    await checking
    await write_people(database)
    assert not database.damaged.is_set()


async def test_a_sound_file_stays_in_use_after_its_check(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with await open_database(tmp_path / "slowplay.db", check_meanwhile=True) as database:
        await checked(database)
    assert caplog.text == ""


async def test_a_file_that_cannot_be_read_whole_is_worth_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(raw: sqlite3.Connection, path: Path) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    await remember(tmp_path / "slowplay.db", MARA)
    monkeypatch.setattr(soundness, "check_open", fail)
    async with await open_database(tmp_path / "slowplay.db", check_meanwhile=True) as database:
        await checked(database)
    assert caplog.messages == ["slowplay.db couldn't be checked for damage: disk I/O error"]


# --- while the bot runs -----------------------------------------------------------------------------------


async def read_people(database: Database) -> None:
    async with database.read() as r:
        await people.get(r, MARA)


async def read_long(database: Database) -> None:
    async with database.read(long=True) as r:
        await people.get(r, MARA)


async def read_index(database: Database) -> None:
    async with database.read() as r:
        await scheduled_jobs.next_due(r, 1)


async def write_people(database: Database) -> None:
    async with database.write() as w:
        await people.upsert(w, TOM, "somebody", now=1)


async def write_index(database: Database) -> None:
    await database.transact(lambda w: scheduled_jobs.set(w, a_deadline("m1", 9)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("broken", "use"),
    [
        ("people", read_people),
        ("people", read_long),
        ("people", write_people),
        ("deadlines_due", read_index),
        ("deadlines_due", write_index),
    ],
)
async def test_from_the_first_word_of_damage_on_nothing_is_acknowledged(
    tmp_path: Path, broken: str, use: Callable[[Database], Awaitable[None]]
) -> None:
    file = tmp_path / "slowplay.db"
    await remember(file, MARA)
    async with await open_database(file) as database:
        damage(file, broken)
        with pytest.raises(DamagedDatabase, match=RESTORE):
            await use(database)
        assert database.damaged.is_set()
        with pytest.raises(DamagedDatabase, match=RESTORE):
            async with database.read() as r:
                await r.fetch("SELECT 1 AS one", {})
        with pytest.raises(DamagedDatabase, match=RESTORE):
            await database.transact(lambda w: w.fetch("UPDATE guilds SET id = 1", {}))


async def test_what_is_under_way_when_the_damage_is_found_is_not_acknowledged_either(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    await remember(file, MARA)

    async def write_while_another_reads() -> None:
        async with database.write() as w:
            await w.fetch("UPDATE guilds SET id = 1", {})
            with pytest.raises(DamagedDatabase):
                await read_people(database)

    async with await open_database(file) as database:
        damage(file)
        with pytest.raises(DamagedDatabase, match=RESTORE):
            await write_while_another_reads()


async def test_a_file_that_turns_out_to_be_no_database_is_damaged(tmp_path: Path) -> None:
    async def read_another() -> None:
        async with database.read():
            with closing(sqlite3.connect(__file__)) as raw:
                raw.execute("SELECT 1 FROM people")

    async with await open_database(tmp_path / "slowplay.db") as database:
        with pytest.raises(DamagedDatabase, match="not a database"):
            await read_another()
        assert database.damaged.is_set()
