"""The files of a database: only their owner can read them, and a file has one name for all hosts."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage import AlreadyHosted, Database, UnusableDatabase, UnwritableDatabase, open_database
from storage.engine.migrations import MIGRATIONS
from storage.engine.sqlite import migrator
from storage.engine.sqlite.connection import connect_writer
from storage.engine.sqlite.database import open_file
from storage.engine.sqlite.file_lock import HostLock, lock_file
from storage.engine.sqlite.files import tighten_all
from storage.engine.sqlite.soundness import try_to_write
from storage.tables import people
from tests.kit.stored_samples import MARA, TOM

pytestmark = pytest.mark.sqlite

PATIENCE_SECONDS = 20
COMPANIONS = {
    "slowplay.db",
    "slowplay.db-wal",
    "slowplay.db-shm",
    "slowplay.db.host",
    "slowplay.db.host-journal",
}


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: mode(file) for file in folder.iterdir() if file.is_file()}


async def write(database: Database, person: int = MARA) -> None:
    async with database.write("all") as w:
        await people.upsert(w, person, "mara", now=1)


async def test_a_closed_database_leaves_no_log_behind(tmp_path: Path) -> None:
    async with await open_database(str(tmp_path / "slowplay.db")) as database:
        await write(database)
    assert not {"slowplay.db-wal", "slowplay.db-shm"} & modes(tmp_path).keys()


@pytest.mark.slow
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o277])
async def test_the_database_and_its_companions_are_its_owners_alone_whatever_the_umask(
    tmp_path: Path, mask: int
) -> None:
    with umask(mask):
        async with await open_database(tmp_path / "data" / "slowplay.db") as database:
            await write(database)
            assert modes(tmp_path / "data") == dict.fromkeys(COMPANIONS, 0o600)
            assert mode(tmp_path / "data") == 0o700


async def test_a_folder_that_was_there_keeps_its_rights(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o755)
    async with await open_database(tmp_path / "slowplay.db"):
        assert mode(tmp_path) == 0o755


async def test_files_that_others_could_read_are_tightened_at_opening_and_no_others(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    async with await open_database(file) as database:
        await write(database)
        for companion in ("-wal", "-shm"):
            shutil.copy(f"{file}{companion}", tmp_path / f"kept{companion}")
    for companion in ("-wal", "-shm"):
        (tmp_path / f"kept{companion}").rename(f"{file}{companion}")
    copy, other = tmp_path / "slowplay.db.before-0002", tmp_path / "slowplay.db.txt"
    for written in (copy, other):
        written.touch()
    for name in os.listdir(tmp_path):
        os.chmod(tmp_path / name, 0o664)
    async with await open_database(file):
        assert modes(tmp_path) == dict.fromkeys(COMPANIONS | {copy.name}, 0o600) | {other.name: 0o664}


@pytest.mark.parametrize("companion", ["-wal", "-shm", "-journal", ".host", ".host-journal"])
def test_each_companion_is_tightened_and_not_that_of_another_database(tmp_path: Path, companion: str) -> None:
    names = (f"slowplay.db{companion}", f"other.db{companion}")
    for name in names:
        (tmp_path / name).touch()
        os.chmod(tmp_path / name, 0o664)
    tighten_all(tmp_path / "slowplay.db")
    assert modes(tmp_path) == dict(zip(names, (0o600, 0o664), strict=True))


async def test_a_file_that_is_not_ours_keeps_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "theirs.db"
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("CREATE TABLE diary (page TEXT)")
    file.chmod(0o664)
    with pytest.raises(UnusableDatabase):
        await open_database(file)
    assert mode(file) == 0o664


async def test_the_copy_of_an_old_version_is_its_owners_alone_from_the_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, folder = tmp_path / "slowplay.db", tmp_path / "migrations"
    folder.mkdir()
    shutil.copy(MIGRATIONS / "0001_first.sql", folder)
    async with await open_file(file, migrations=folder):
        pass
    while_written = dict[str, int]()
    fsync = os.fsync

    def looking(descriptor: int) -> None:
        while_written.update(modes(tmp_path))
        fsync(descriptor)

    monkeypatch.setattr(migrator.os, "fsync", looking)
    with umask(0):
        async with await open_database(file):
            pass
    assert while_written["slowplay.db.before-0002.part"] == 0o600
    assert modes(tmp_path)["slowplay.db.before-0002"] == 0o600


async def test_a_copy_for_which_there_is_no_room_is_one_sentence_and_leaves_nothing_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, folder = tmp_path / "slowplay.db", tmp_path / "migrations"
    folder.mkdir()
    shutil.copy(MIGRATIONS / "0001_first.sql", folder)
    async with await open_file(file, migrations=folder):
        pass

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(migrator.os, "fsync", full)
    with pytest.raises(UnwritableDatabase, match=r"slowplay\.db .*\(No space left on device\): free up"):
        await open_database(file)
    assert [name for name in os.listdir(tmp_path) if "before" in name] == []


async def test_a_file_that_is_hosted_is_not_hosted_under_a_second_name(tmp_path: Path) -> None:
    file, other = tmp_path / "slowplay.db", tmp_path / "other.db"
    async with await open_database(file) as database:
        await write(database)
        other.hardlink_to(file)
        with pytest.raises(
            AlreadyHosted, match=r"^Another program is already using other\.db under .* slowplay\.db: stop"
        ):
            await open_database(other)
        await write(database, TOM)


async def test_two_names_of_one_file_are_refused_until_one_of_them_is_gone(tmp_path: Path) -> None:
    file, other = tmp_path / "slowplay.db", tmp_path / "other.db"
    async with await open_database(file) as database:
        await write(database)
    other.hardlink_to(file)
    for path in (file, other):
        with pytest.raises(UnusableDatabase, match="one file has two names: keep one") as raised:
            await open_database(path)
        assert ({"slowplay.db", "other.db"} - {path.name}).pop() in str(raised.value).partition("hard link")[
            2
        ]
    other.unlink()
    async with await open_database(file) as database, database.read() as r:
        assert await people.get(r, MARA)


async def test_a_second_name_in_another_folder_is_refused_as_well(tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "here" / "slowplay.db", tmp_path / "elsewhere"
    async with await open_database(file):
        pass
    elsewhere.mkdir()
    (elsewhere / "slowplay.db").hardlink_to(file)
    with pytest.raises(UnusableDatabase, match="in another folder"):
        await open_database(file)


def make_pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def name_file_in_a_file(folder: Path) -> Path:
    (folder / "taken").touch()
    return folder / "taken" / "data" / "slowplay.db"


@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        (make_pipe, UnusableDatabase, r"pipe isn't an ordinary file: choose another one\.$"),
        (name_file_in_a_file, UnwritableDatabase, r"\(Not a directory\): choose another file\.$"),
    ],
)
async def test_a_place_that_can_hold_no_database_is_refused_in_one_sentence(
    tmp_path: Path, make: Callable[[Path], Path], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        await open_database(make(tmp_path))


def test_a_file_that_stays_open_to_others_is_logged_without_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "slowplay.db").touch(0o664)
    (tmp_path / "slowplay.db").chmod(0o664)

    def refuse(_file: Path, _mode: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    tighten_all(tmp_path / "slowplay.db")
    assert caplog.messages == [
        "others can read slowplay.db, and that can't be changed (Operation not permitted)"
    ]


def test_a_lock_file_that_cannot_be_written_locks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "slowplay.db"
    lock_file(file).touch()
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda _path, _mode: False)
        with pytest.raises(PermissionError, match=r"slowplay\.db\.host"):
            HostLock(file)
    HostLock(file).close()


async def test_a_lock_that_cannot_be_taken_is_not_blamed_on_another_program(tmp_path: Path) -> None:
    (tmp_path / "slowplay.db.host-journal").mkdir()
    with pytest.raises(UnwritableDatabase, match=r"slowplay\.db can't be used, because .* can't be opened"):
        await open_database(tmp_path / "slowplay.db")


def test_a_file_that_another_program_reads_without_a_log_is_not_taken_for_writable(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute("CREATE TABLE diary (page TEXT)")
    with (
        closing(sqlite3.connect(file, isolation_level=None)) as reader,
        closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as writer,
    ):
        reader.execute("BEGIN")
        reader.execute("SELECT page FROM diary").fetchall()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            try_to_write(writer)
        assert not writer.in_transaction
        reader.execute("COMMIT")
        try_to_write(writer)


async def test_a_connection_that_cannot_be_set_up_leaves_no_thread(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    file.write_bytes(b"no database" * 100)
    before = set(threading.enumerate())
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        await connect_writer(file)
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE_SECONDS)
    assert set(threading.enumerate()) <= before
