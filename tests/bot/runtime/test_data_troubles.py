"""Disk failures and interference with the database: a sentence at the start, a log line a minute later."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import socket
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest

from bot.runtime.logs import QUIET_SECONDS
from playground.app import Playground, start
from storage import open_database
from tests.budgets import first_slow
from tests.kit.inputs import TOKEN, wait_long_for_answers
from tests.kit.people import Person
from tests.kit.program import heard, process
from tests.kit.rights import NO_BYTECODE, obey_rights
from tests.kit.watching.log_lines import log_of
from tests.paths import ROOT

_LONGEST_FILE_BYTES = 4096
FULL = "database or disk is full"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The bot's data folder, with a database that was used before."""
    made = tmp_path / "data"

    async def open_once() -> None:
        async with await open_database(made / "slowplay.db"):
            pass

    asyncio.run(open_once())
    return made


def begun(database: Path, before: Callable[[], None] = obey_rights) -> list[str]:
    """Start the program on a database; return the lines that it writes before it exits with status 2.

    A sound start would wait for a Discord that can't be reached, so the program is ended when it gets that
    far.
    """
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        environment = {
            **NO_BYTECODE,
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "SLOWPLAY_DATABASE": str(database),
            "DISCORD_API": f"http://127.0.0.1:{closed.getsockname()[1]}",
        }
        program = [sys.executable, "-m", "slowplay", "serve"]
        done = subprocess.Popen(
            program,
            cwd=database.parent.parent,
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=before,
        )
        assert done.stderr is not None
        lines = []
        for line in done.stderr:
            lines.append(line)
            if "trying again" in line:
                done.terminate()
        assert done.wait() == 2, lines
        done.stderr.close()
    return lines


def the_sentence(lines: list[str]) -> str:
    (line,) = lines
    return line


@pytest.mark.proof
def test_a_folder_that_may_not_be_written_is_one_sentence(tmp_path: Path) -> None:
    shut = tmp_path / "shut"
    shut.mkdir(0o555)
    said = the_sentence(begun(shut / "slowplay.db"))
    assert (
        "slowplay.db can't be created or opened (Permission denied): let the bot's user write to it" in said
    )


@pytest.mark.proof
def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    shut = tmp_path / "shut"
    shut.mkdir(0o555)
    said = the_sentence(begun(shut / "data" / "slowplay.db"))
    assert "can't be created or opened (Permission denied)" in said


@pytest.mark.proof
def test_a_path_that_is_a_folder_is_one_sentence(folder: Path) -> None:
    assert f"{folder} is a folder: name a file in it, such as {folder}/slowplay.db." in the_sentence(
        begun(folder)
    )


@pytest.mark.proof
def test_a_path_below_a_file_is_one_sentence(folder: Path) -> None:
    said = the_sentence(begun(folder / "slowplay.db" / "slowplay.db"))
    assert "can't be created or opened (Not a directory): choose another file." in said


@pytest.mark.slow
def test_a_path_that_is_no_file_is_one_sentence(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert "isn't an ordinary file: choose another one." in the_sentence(begun(folder / "pipe"))


@pytest.mark.slow
@pytest.mark.parametrize("what", ["the file", "the folder", "the lock"])
def test_a_file_that_may_only_be_read_is_one_sentence(folder: Path, what: str) -> None:
    shut = {"the file": "slowplay.db", "the folder": ".", "the lock": "slowplay.db.host"}[what]
    os.chmod(folder / shut, 0o500)
    said = the_sentence(begun(folder / "slowplay.db"))
    assert "slowplay.db can't be " in said
    assert said.endswith("let the bot's user write to it and its folder, or choose another file.\n")


@pytest.mark.proof
@pytest.mark.parametrize("held", first_slow(["EXCLUSIVE", "IMMEDIATE"]))
def test_a_file_that_another_program_holds_is_one_sentence(folder: Path, held: str) -> None:
    with closing(sqlite3.connect(folder / "slowplay.db", isolation_level=None)) as other:
        if held == "EXCLUSIVE":
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute(f"BEGIN {held}")
        if held == "EXCLUSIVE":
            other.execute("PRAGMA user_version = 0")
        said = the_sentence(begun(folder / "slowplay.db"))
    assert (
        "can't be used, because another program is using the database: stop that one and start again." in said
    )


@pytest.mark.proof
@pytest.mark.parametrize("new", [True, False])
def test_a_disk_that_is_full_at_the_start_is_one_sentence(folder: Path, new: bool) -> None:
    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (_LONGEST_FILE_BYTES, _LONGEST_FILE_BYTES))

    said = the_sentence(begun(folder / ("new.db" if new else "slowplay.db"), full))
    assert "the disk can't be written to: check its free space" in said


@pytest.mark.slow
def test_a_damaged_file_is_one_sentence(folder: Path) -> None:
    os.truncate(folder / "slowplay.db", (folder / "slowplay.db").stat().st_size // 2)
    assert "“slowplay restore BACKUP --replace”" in the_sentence(begun(folder / "slowplay.db"))


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    wait_long_for_answers(monkeypatch)
    made = await start()
    yield made
    await made.close()


@pytest.mark.slow
async def test_on_a_disk_that_fills_up_the_log_has_a_line_and_people_have_a_sentence(
    playground: Playground, tmp_path: Path
) -> None:
    async with process(
        tmp_path, SLOWPLAY_LOG="WARNING", **NO_BYTECODE, **playground.environment()
    ) as running:
        reading = asyncio.create_task(heard(running))
        mara, tom = (Person(playground.actor(name), "games") for name in ("mara", "tom"))
        [application] = playground.world.applications
        await mara.until("the bot", lambda: playground.sessions.is_connected(application))
        resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (_LONGEST_FILE_BYTES, resource.RLIM_INFINITY))
        playground.world.clock.advance(3600)
        for _ in range(12):
            answer = await mara.slash("/creators challenge", opponent=tom)
            assert "nothing has changed" in answer.text
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(running.pid, resource.RLIMIT_FSIZE, unlimited)
        assert "nothing has changed" not in (await mara.slash("/creators challenge", opponent=tom)).text
        running.terminate()
        log = await reading
        assert await running.wait() == 0
    assert "Traceback" not in log
    told = [line for line in log.splitlines() if "the disk can't be written to" in line]
    assert 1 <= len(told) < 12, log
    assert all(len(line) < 300 for line in log.splitlines())


def fail(log: logging.Logger, error: Exception, message: str = "a loop failed") -> None:
    try:
        raise error
    except Exception:
        log.exception(message)


def full() -> sqlite3.OperationalError:
    """Return SQLite's error for a full disk."""
    with closing(sqlite3.connect(":memory:")) as raw:
        raw.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.OperationalError) as raised:
            raw.execute("CREATE TABLE a (b)")
    return raised.value


def test_a_cause_is_told_once_a_minute_with_how_often_it_was_not() -> None:
    with log_of("bot.test") as (log, written):
        for _ in range(194):
            fail(log, full())
        assert written.lines == [f"a loop failed: the disk is full ({FULL})"]
        written.clock = QUIET_SECONDS - 1
        fail(log, full())
        written.clock = QUIET_SECONDS
        fail(log, full(), "the heartbeat failed")
        assert written.lines[1:] == [
            f"the heartbeat failed: the disk is full ({FULL}); 194 more like this weren't logged"
        ]


def test_another_cause_is_told_at_once_and_what_an_error_came_from_counts() -> None:
    with log_of("bot.test") as (log, written):
        fail(log, full())
        fail(log, OSError(28, "No space left on device"))
        fail(log, sqlite3.OperationalError("of nobody's making"))
        try:
            raise full()
        except sqlite3.OperationalError as error:
            wrapped = RuntimeError("while writing")
            wrapped.__cause__ = error
        fail(log, wrapped)
        assert len(written.lines) == 2
        assert "Traceback" in written.lines[1], "nobody knows what this is"


def test_a_fault_of_ours_keeps_its_traceback_each_time() -> None:
    with log_of("bot.test") as (log, written):
        for _ in range(3):
            fail(log, KeyError("seat"))
        assert [line.count("Traceback") for line in written.lines] == [1, 1, 1]


def test_a_gateway_that_cannot_be_reached_is_one_line_each_time() -> None:
    with log_of("discord.client") as (log, written):
        for _ in range(2):
            fail(log, aiohttp.ClientConnectionError("refused"), "Attempting a reconnect in 1.00s")
        assert written.lines == ["Attempting a reconnect in 1.00s: ClientConnectionError: refused"] * 2
