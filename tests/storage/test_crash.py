import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage import AlreadyHosted, open_database
from storage.tables import matches, scheduled_jobs
from tests.kit.rows import messages_of
from tests.paths import ROOT


@contextmanager
def child(path: Path, mode: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-m", "tests.storage.writer_child", str(path), mode]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def kill(process: "subprocess.Popen[str]") -> list[str]:
    """Kill the process with SIGKILL; return its unread output once it has ended and its file is free."""
    assert process.stdout is not None
    os.kill(process.pid, signal.SIGKILL)
    said = process.stdout.read().splitlines()
    process.wait()
    return said


def check(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.slow
async def test_after_kill_9_every_acknowledged_ply_is_there_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "slowplay.db"
    with child(path, "plies") as process:
        assert process.stdout is not None
        said = [process.stdout.readline().strip() for _ in range(40)]
        said += kill(process)
    acknowledged = max(int(line) for line in said if line)
    async with await open_database(path) as database, database.read() as r:
        numbers = [action.number for action in await matches.actions(r, "m1")]
        match = await matches.get(r, "m1")
        assert match is not None
        assert acknowledged <= match.length <= acknowledged + 1
        assert numbers == list(range(1, match.length + 1))
        assert len(await messages_of(r, "m1")) == match.length
        assert await scheduled_jobs.next_due(r, 7) == match.length
    check(path)


@pytest.mark.slow
async def test_a_killed_host_leaves_no_half_transaction_and_the_file_free(tmp_path: Path) -> None:
    path = tmp_path / "slowplay.db"
    with child(path, "half") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        with pytest.raises(AlreadyHosted):
            await open_database(path)
        kill(process)
    async with await open_database(path) as database, database.read() as r:
        match = await matches.get(r, "m1")
        assert match is not None
        assert match.length == 0
        assert await matches.actions(r, "m1") == []
    check(path)
