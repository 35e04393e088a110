"""Backups: consistent snapshots of a running bot, verified before they count, and restored unchanged."""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

from bot.operations.backups import replaying, restoring
from bot.operations.backups.command import main
from bot.operations.backups.replaying import of_this_version, verify
from bot.operations.backups.restoring import Backup, back_up, before_update, restore
from bot.operations.health.checks import FILE, age
from bot.play.clocks import heartbeats
from storage import UnusableDatabase, open_database
from storage.engine import replacing
from storage.engine.copying import Advance, Source, Sum, ignore_progress, sum_tables
from storage.engine.errors import CopyDiffers, MigrationFailed
from storage.engine.migrations import MIGRATIONS
from storage.engine.replacing import replace_database
from storage.engine.schema import build, newest_version, tables_of
from storage.engine.snapshots import snapshot
from storage.engine.sqlite.copying import asking, check_whole, reading
from storage.engine.sqlite.database import open_file
from tests.kit.contexts import app_context
from tests.kit.databases.damage import tampered
from tests.kit.databases.kept import contents, fill_empty_tables, made
from tests.kit.hosts.house import House, ManualClock
from tests.kit.inputs import START, NumberedRandomness
from tests.kit.rights import NO_BYTECODE, obey_rights
from tests.kit.sql import sql
from tests.paths import ROOT

DAY = 86_400


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("kept"))


@pytest.fixture
def file(original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the database for this test and set the environment variables that name it."""
    copy = tmp_path / "slowplay.db"
    shutil.copyfile(original, copy)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SLOWPLAY_DATABASE", str(copy))
    monkeypatch.setenv("SLOWPLAY_BACKUPS", str(tmp_path / "backups"))
    return copy


async def backup(file: Path, keep: int = 9, now: float = START) -> Backup:
    return await back_up(file, file.parent / "backups", keep, now, most=None)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def is_private(file: Path) -> bool:
    return file.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
async def test_a_backup_of_a_running_bot_holds_all_that_was_committed_and_nothing_else(file: Path) -> None:
    async with await open_database(file) as database:
        async with database.write() as w:
            await w.fetch("UPDATE people SET name = 'committed'", {})
        async with database.write() as w:
            await w.fetch("UPDATE people SET name = 'not yet'", {})
            found = await backup(file)
    assert found.verification._asdict() | {"rows": 0} == {
        "version": newest_version(),
        "matches": 3,
        "rows": 0,
        "replayed": 3,
    }
    kept = contents(found.file)
    assert {row[1] for row in kept["people"]} == {"committed"}
    assert len(kept["actions"]) > 40
    assert is_private(found.file)
    noted = json.loads((found.file.parent / "last_verified.json").read_text())
    assert noted == {"at": START, "file": found.file.name}
    assert sorted(path.name for path in found.file.parent.iterdir()) == [
        "last_verified.json",
        found.file.name,
    ]


@pytest.mark.slow
async def test_of_the_backups_the_newest_stay_and_other_files_are_left_alone(file: Path) -> None:
    (file.parent / "backups").mkdir()
    (file.parent / "backups" / "notes.db").touch()
    found = [await backup(file, keep=2, now=START + day * DAY) for day in range(4)]
    assert restoring.backups(file.parent / "backups") == [found[3].file, found[2].file]
    assert found[3].deleted == (found[1].file,)
    assert age(file.parent / "backups", START + 4 * DAY) == DAY
    assert (file.parent / "backups" / "notes.db").exists()


def overwritten(file: Path) -> None:
    """Overwrite a page in the middle of the actions, as a failing disk would."""
    with closing(sqlite3.connect(file)) as raw:
        (page,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'actions'").fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as written:
        written.seek((page - 1) * size)
        written.write(b"\xff" * size)


HARMS = {
    "a broken disk": (overwritten, "damaged"),
    "another program's file": (lambda file: file.write_bytes(b"x" * 5000), "damaged|can't be read"),
    "a missing action": (tampered("DELETE FROM actions WHERE number = 2"), "as many as its length"),
    "another action": (tampered("UPDATE actions SET text = 'a1-a2' WHERE number = 2"), "can't have happened"),
    "another seed": (
        tampered("UPDATE matches SET seed = zeroblob(32) WHERE reason = 'resigned'"),
        "can't have happened",
    ),
    "another nonce": (tampered("UPDATE matches SET nonce = zeroblob(32) WHERE ended_at IS NOT NULL"), "seed"),
    "another winner": (
        tampered("UPDATE matches SET winner = 1 - COALESCE(winner, 0) WHERE reason NOT IN ('resigned')"),
        "end isn't the one",
    ),
    "an end that never was": (
        tampered("UPDATE matches SET ended_at = 1, reason = 'target' WHERE ended_at IS NULL"),
        "its record hasn't",
    ),
    "a lost person": (tampered("DELETE FROM people WHERE id = 11"), "isn't there"),
    "an empty file": (lambda file: file.write_bytes(b""), "is empty"),
    "no file": (lambda file: file.unlink(), "no file"),
}


@pytest.mark.parametrize("harm", HARMS)
def test_what_is_damaged_or_cannot_have_happened_makes_no_backup(
    file: Path, harm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "--all"]) == 0
    before = names(file.parent / "backups")
    change, told = HARMS[harm]
    change(file)
    capsys.readouterr()
    assert main(["backup", "--all", "--keep", "1"]) == 2
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert any(part in sentence for part in told.split("|")), sentence
    assert names(file.parent / "backups") == before


OVER, GOING = "WHERE reason NOT IN ('resigned')", "WHERE ended_at IS NULL"
FAULTS = {
    "a hole in the numbers": (
        "UPDATE actions SET number = number + 1 WHERE (match_id, number) IN (SELECT id, length FROM matches)",
        r"as many as its length says and 2 more\)",
    ),
    "no action at all": (
        f"DELETE FROM actions WHERE match_id NOT IN (SELECT id FROM matches {OVER})",
        r"as many as its length says and 1 more\)",
    ),
    "no seats": (f"DELETE FROM seats WHERE match_id = (SELECT id FROM matches {GOING})", "it has no seats"),
    "a game that isn't there": (f"UPDATE matches SET game = 'chess' {GOING}", "no game “chess” here"),
    "another reason": (
        f"UPDATE matches SET reason = CASE reason WHEN 'pattern' THEN 'held-out' ELSE 'pattern' END {OVER}",
        "its end isn't the one",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_match_that_cannot_have_happened_is_found_and_counted(file: Path, fault: str) -> None:
    statement, told = FAULTS[fault]
    tampered(statement)(file)
    with pytest.raises(CopyDiffers, match=told):
        await verify(file, most=None)


@pytest.mark.slow
async def test_a_copy_with_a_row_less_of_any_table_is_no_backup(file: Path) -> None:
    counts = check_whole(file)
    found = await verify(file, counts, most=2)
    assert (found.matches, found.rows, found.replayed) == (3, sum(counts.values()), 2)
    with pytest.raises(CopyDiffers, match="doesn't have all rows of matches, people: "):
        await verify(file, counts | {"people": counts["people"] + 1, "matches": 4}, most=2)


async def test_a_copy_that_lacks_a_row_of_its_database_is_thrown_away(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def one_more(where: Path, to: Path) -> dict[str, int]:
        counts = await snapshot(where, to)
        return counts | {"people": counts["people"] + 1}

    monkeypatch.setattr(restoring, "snapshot", one_more)
    with pytest.raises(CopyDiffers, match="doesn't have all rows of people: "):
        await back_up(file, file.parent / "backups", 9, START, most=0)
    assert names(file.parent / "backups") == []


async def test_of_a_sample_half_are_the_newest_and_half_are_drawn(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told(r: object, match_id: str) -> str:
        return match_id

    monkeypatch.setattr(replaying, "_fault_of", told)
    tampered(f"UPDATE matches SET created_at = created_at + 9 {GOING}")(file)
    with asking(file) as r:
        every = (await replaying.replay_matches(r, None, random.Random(0))).faults
        samples = {(await replaying.replay_matches(r, 2, random.Random(seed))).faults for seed in range(20)}
        ((newest,),) = [row.values() for row in await r.fetch(f"SELECT id FROM matches {GOING}", {})]
    assert every[0].startswith(newest)
    assert samples == {(every[0], every[1]), (every[0], every[2])}


def test_a_backup_of_an_older_program_is_verified_as_what_it_becomes(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        build(raw, newest_version() - 1)
    with reading(file) as old:
        assert old.version < newest_version()
        with of_this_version(file, old.version) as current, reading(current) as new:
            assert new.version == newest_version()


def no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


@pytest.mark.slow
@pytest.mark.parametrize(("hinder", "told"), [(no_room, "the disk"), (obey_rights, "write to it")])
def test_without_room_or_right_there_is_one_sentence_and_no_half_backup(
    file: Path, hinder: Callable[[], None], told: str
) -> None:
    folder = file.parent / "backups"
    folder.mkdir(mode=0o700 if hinder is no_room else 0o500)
    environment = {
        **NO_BYTECODE,
        "SLOWPLAY_DATABASE": str(file),
        "PYTHONPATH": str(ROOT),
    }
    ended = subprocess.run(
        [sys.executable, "-m", "slowplay", "backup", "--to", str(folder)],
        cwd=file.parent,
        env=environment,
        preexec_fn=hinder,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2, ended.stderr
    assert told in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr
    assert list(folder.iterdir()) == []


# --- restoring ------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_restored_backup_is_the_database_again_and_the_old_one_is_kept(file: Path) -> None:
    before, found = contents(file), await backup(file)
    async with await open_database(file) as database, database.write() as w:
        await w.fetch("UPDATE people SET name = 'later'", {})
    done = await restore(found.file, file, file.parent, START, replace=True)
    assert contents(file) == before
    assert is_private(file)
    assert done.old is not None
    assert {row[1] for row in contents(done.old)["people"]} == {"later"}
    async with await open_database(file):
        pass


@pytest.mark.slow
async def test_what_the_old_database_kept_beside_it_does_not_come_into_the_new_one(file: Path) -> None:
    found, before = await backup(file), contents(file)
    overwritten(file)
    (file.parent / "slowplay.db-wal").write_bytes(b"of the old file")
    await restore(found.file, file, file.parent, START, replace=True)
    assert contents(file) == before
    assert (
        file.parent / f"slowplay.db.replaced-{restoring.stamp(START)}-wal"
    ).read_bytes() == b"of the old file"


@pytest.mark.slow
async def test_a_disk_that_loses_a_row_of_a_restored_backup_is_found_out(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = file.with_name("saved.db")
    shutil.copyfile(file, saved)

    def restore_most(backup: Path, to: Path, aside: str | None) -> Path | None:
        old = put_back(backup, to, aside)
        tampered("DELETE FROM outbox WHERE id = (SELECT MIN(id) FROM outbox)")(to)
        return old

    put_back = replacing.restore
    monkeypatch.setattr(replacing, "restore", restore_most)
    with pytest.raises(CopyDiffers, match=r"slowplay\.db isn't what saved\.db is: restore it again"):
        await replace_database(file, saved, file.with_name("old.db"))


async def test_a_database_in_use_or_with_something_in_it_is_not_replaced(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, before = await backup(file), contents(file)
    refused: list[int] = []
    for arguments in ([], ["--replace"]):
        async with await open_database(file):
            refused.append(await _in_a_thread(["restore", str(found.file), *arguments]))
    refused.append(await _in_a_thread(["restore", str(found.file)]))
    assert refused == [2, 2, 2]
    sentences = [line for line in capsys.readouterr().err.splitlines() if "Playing" not in line]
    assert ["already using" in sentence for sentence in sentences] == [True, True, False]
    assert "isn't empty" in sentences[-1]
    assert "--replace" in sentences[-1]
    assert contents(file) == before


async def _copied(file: Path, *parts: str) -> Path:
    """Copy some of a database's files, as `cp` does, while the newest change is only in its log."""
    copy = file.with_name("copy.db")
    async with await open_database(file) as database:
        async with database.write() as w:
            await w.fetch("UPDATE people SET name = 'later'", {})
        for part in parts:
            shutil.copyfile(f"{file}{part}", f"{copy}{part}")
    return copy


async def test_a_plain_copy_of_a_database_in_use_replaces_nothing(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = await _copied(file, "")
    before = contents(file)
    assert await _in_a_thread(["restore", str(copy), "--replace"]) == 2
    assert contents(file) == before
    (sentence,) = [line for line in capsys.readouterr().err.splitlines() if "Playing" not in line]
    assert "copy.db-wal, which holds its end, isn't beside it" in sentence
    assert "restore a file that “slowplay backup” has made" in sentence
    assert not list(file.parent.glob("*.replaced-*"))


@pytest.mark.proof
async def test_a_copy_with_its_log_is_restored_whole(file: Path) -> None:
    copy = await _copied(file, "", "-wal")
    async with await open_database(file) as database, database.write() as w:
        await w.fetch("UPDATE people SET name = 'much later'", {})
    done = await restore(copy, file, file.parent, START, replace=True)
    assert {row[1] for row in contents(file)["people"]} == {"later"}
    assert "slowplay.db-wal" not in names(file.parent)
    # The replaced database was closed properly, so it's a single file.
    assert done.old is not None
    await restore(done.old, file, file.parent, START + 1, replace=True)
    assert {row[1] for row in contents(file)["people"]} == {"much later"}


@pytest.mark.slow
async def test_a_copy_that_sqlite_has_made_is_restored(file: Path) -> None:
    vacuumed = file.with_name("vacuumed.db")
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("VACUUM INTO ?", (str(vacuumed),))
    before = contents(file)
    await restore(vacuumed, file, file.parent, START, replace=True)
    assert contents(file) == before


async def _in_a_thread(arguments: list[str]) -> int:
    return await asyncio.to_thread(main, arguments)


async def test_a_backup_that_is_damaged_or_newer_replaces_nothing(file: Path) -> None:
    found, before = await backup(file), contents(file)
    newer = file.parent / "newer.db"
    shutil.copyfile(found.file, newer)
    with closing(sqlite3.connect(newer)) as raw:
        raw.execute("INSERT INTO migrations VALUES (9999, 'later', 1)")
        raw.commit()
    overwritten(found.file)
    for wrong in (found.file, newer):
        assert await _in_a_thread(["restore", str(wrong), "--replace"]) == 2
    assert contents(file) == before


@pytest.mark.slow
async def test_nobody_loses_on_time_because_of_a_restore(file: Path) -> None:
    """The open match has a day for each move; the backup is restored five days after it was made."""
    found = await backup(file)
    os.unlink(file)
    await restore(found.file, file, file.parent, START, replace=False)
    clock = ManualClock()
    clock.advance(5 * DAY)
    async with await open_database(file) as database:
        here = House(app_context(database, clock, NumberedRandomness(2)), clock)
        ((going,),) = await sql(database, "SELECT id FROM matches WHERE ended_at IS NULL")
        assert await heartbeats.compensate_outage(here.app) >= 5 * DAY - 60
        async with here.open() as hearing:
            clock.advance(DAY - 120)
            await hearing.rest()
            assert (await here.kept(going)).reason is None
            clock.advance(240)
            await hearing.rest()
            assert (await here.kept(going)).reason == "time"


# --- copying --------------------------------------------------------------------------------------------


def test_a_copy_has_every_row_of_every_table(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill_empty_tables(file)
    before = contents(file)
    assert [name for name, rows in before.items() if not rows] == []
    assert main(["copy", str(file), "moved.db", "--json"]) == 0
    after = contents(Path("moved.db"))
    assert {**after, "migrations": []} == {**before, "migrations": []}
    printed: Any = json.loads(capsys.readouterr().out)["tables"]
    assert {row["table"]: row["rows"] for row in printed} == {
        name: len(rows) for name, rows in before.items() if name != "migrations"
    }


async def test_a_copy_in_which_a_row_differs_is_none(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def differing(source: Source, tables: Iterable[Any], advance: Advance) -> dict[str, Sum]:
        sums = await sum_tables(source, tables, advance)
        return sums | {"people": sums["people"]._replace(sha256="other")}

    monkeypatch.setattr(restoring, "sum_tables", differing)
    with pytest.raises(CopyDiffers, match="isn't what it was made from, in people"):
        await restoring.move(file, "moved.db", lambda told, steps: nullcontext(ignore_progress))
    assert "moved.db" not in names(file.parent)


def test_a_table_comes_behind_those_it_refers_to() -> None:
    names = [table.name for table in tables_of(newest_version())]
    assert names.index("people") < names.index("matches") or names.index("people") < names.index("seats")
    assert names.index("matches") < names.index("actions") < names.index("hearts")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("harm", "told"),
    [(HARMS["another action"][0], "1 of 3|2 of 3|3 of 3"), (HARMS["a lost person"][0], "isn't there")],
)
def test_what_cannot_be_proved_is_not_copied(
    file: Path, harm: Callable[[Path], None], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    harm(file)
    assert main(["copy", str(file), "moved.db"]) == 2
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert any(part in sentence for part in told.split("|"))
    assert not Path("moved.db").exists()
    assert not Path("moved.db.part").exists()


@pytest.mark.parametrize(
    ("source", "target"),
    [("nothing.db", "new.db"), ("no/folder/nothing.db", "new.db"), ("text", "new.db"), ("{}", "full/text")],
)
def test_where_nothing_can_be_copied_no_file_is_left_behind(file: Path, source: str, target: str) -> None:
    Path("full").mkdir()
    for text in ("text", "full/text"):
        Path(text).write_text("no database")
    before = sorted(Path().rglob("*"))
    assert main(["copy", source.format(file), target]) == 2
    assert sorted(Path().rglob("*")) == before


def test_nothing_is_copied_over_anything(file: Path) -> None:
    before = file.read_bytes()
    assert main(["copy", str(file), str(file)]) == 2
    Path("other.db").write_bytes(b"x")
    assert main(["copy", str(file), "other.db"]) == 2
    assert (file.read_bytes(), Path("other.db").read_bytes()) == (before, b"x")


# --- going back to an older program ----------------------------------------------------------------------


async def test_after_an_update_one_can_go_back_with_the_copy_that_was_made_before_it(file: Path) -> None:
    newer = file.parent / "newer"
    shutil.copytree(MIGRATIONS, newer)
    (newer / "9999_later.sql").write_text("ALTER TABLE people ADD COLUMN pet TEXT;\nDELETE FROM documents;\n")
    before = contents(file)
    async with await open_file(file, migrations=newer):
        pass
    with pytest.raises(UnusableDatabase, match="has version 9999, but this program knows"):
        await open_database(file)
    assert await _in_a_thread(["restore", "slowplay.db.before-9999", "--replace"]) == 0
    assert contents(file) == before
    async with await open_database(file):
        pass


def test_what_is_noted_of_a_verified_backup_is_its_name_and_when_it_was(tmp_path: Path) -> None:
    restoring.note_verified(tmp_path, restoring.name_at(START), START + 0.5)
    assert json.loads((tmp_path / FILE).read_text()) == {"at": START, "file": restoring.name_at(START)}
    assert age(tmp_path, START + DAY) == DAY
    assert names(tmp_path) == [FILE]


# --- before updates -----------------------------------------------------------------------------------


async def test_before_an_update_a_file_is_copied_beside_it_unless_a_folder_is_set(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    with closing(sqlite3.connect(file)) as raw:
        build(raw, newest_version())
        raw.execute("INSERT INTO people (id, name, created_at) VALUES (7, 'Mara', 1)")
        raw.commit()
    for backups, folder in ((None, tmp_path / "slowplay.db.backups"), (tmp_path / "set", tmp_path / "set")):
        copy = before_update(file, backups)
        assert copy is not None
        await copy(12)
        assert names(folder) == ["slowplay.db.before-0012"]
        assert [row[1] for row in contents(folder / "slowplay.db.before-0012")["people"]] == ["Mara"]


async def test_before_an_update_a_database_elsewhere_needs_a_folder_for_its_copy() -> None:
    copy = before_update("postgresql://slowplay@nowhere/slowplay", None)
    assert copy is not None
    with pytest.raises(MigrationFailed, match="there's no folder for a copy of it: set SLOWPLAY_BACKUPS"):
        await copy(12)
    assert before_update("postgresql://slowplay@nowhere/slowplay", Path("none")) is None
