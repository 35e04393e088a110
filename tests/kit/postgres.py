"""A real PostgreSQL for tests and benchmarks; its programs come with a wheel.

`with server() as it` gives a server that nobody else uses, `shared_server()` one for all workers of a run of
pytest."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import asyncpg

from storage.postgresql.database import open_server
from tests.kit import postgres_keeper
from tests.kit.postgres_keeper import READY, SUPERUSER, USERS

PATIENCE_SECONDS = 60
_numbers = count(1)


class Server(NamedTuple):
    """A server that runs: its folder, where its socket is, too."""

    folder: Path

    def address(self, database: str = "postgres") -> str:
        """What SLOWPLAY_DATABASE says for one of its databases."""
        return f"postgresql://{SUPERUSER}@/{database}?host={self.folder}"

    async def run(self, statement: str) -> None:
        """Something that its superuser does."""
        connection = await asyncpg.connect(self.address())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def restart(self, mode: str = "immediate") -> None:
        """Stop it, without any care (`immediate`) or with some (`fast`), and start it again."""
        postgres_keeper.control(self.folder, "restart", "-m", mode, "-o", f"-k {self.folder}")

    def stop(self, mode: str = "immediate") -> None:
        """Nobody gets an answer any more, until `start`."""
        postgres_keeper.control(self.folder, "stop", "-m", mode)

    def start(self) -> None:
        """It's there again."""
        postgres_keeper.control(self.folder, "start", "-o", f"-k {self.folder}")

    async def rename(self, address: str, name: str) -> None:
        """Give a database another name, under which it stays."""
        await self.run(f"ALTER DATABASE {address.split('/')[3].split('?')[0]} RENAME TO {name}")

    @contextmanager
    def alone(self, what: str) -> Iterator[Path]:
        """One worker at a time; a file that the others see, which isn't there before the first."""
        with (self.folder / f"{what}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield self.folder / what


@asynccontextmanager
async def fresh_database(*, template: str | None = None) -> AsyncIterator[str]:
    """A database's address on the shared server, like another one or with our tables; gone at the end."""
    it = shared_server()
    template = template or await _template(it)
    name = f"test_{os.getpid()}_{next(_numbers)}"
    await it.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    try:
        yield it.address(name)
    finally:
        await it.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


async def _template(it: Server) -> str:
    with it.alone("template") as made:
        if not made.exists():
            await it.run("CREATE DATABASE ours")
            async with await open_server(it.address("ours")):
                made.touch()
    return "ours"


@contextmanager
def server(*, fsync: bool = False, within: str | None = None) -> Iterator[Server]:
    """A server of one's own, gone at the end, or when this process is. `within`: the folder for its own."""
    folder = Path(tempfile.mkdtemp(prefix="slowplay-postgres-", dir=within))
    with closing(_Use.of(folder)) as use:
        yield use.started(fsync)


@cache
def shared_server() -> Server:
    """The server of all workers of this run: the first who asks starts it, and it ends with the last."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"slowplay-postgres-{run}"
    return _Use.of(folder).started(fsync=False)


class _Use:
    """A share in a server, for as long as the file is open. Closed with the process at the latest."""

    def __init__(self, folder: Path, lock: int) -> None:
        self._folder = folder
        self._lock = lock

    @classmethod
    def of(cls, folder: Path) -> _Use:
        """Once nobody is about to end it."""
        while True:
            with suppress(FileNotFoundError):
                folder.mkdir(exist_ok=True, mode=0o700)
                lock = os.open(folder / USERS, os.O_RDWR | os.O_CREAT, 0o600)
                fcntl.flock(lock, fcntl.LOCK_SH)
                if _is_still(folder / USERS, lock):
                    return cls(folder, lock)
                os.close(lock)

    def started(self, fsync: bool) -> Server:
        """The server, started by the first who comes here."""
        with (self._folder / "starting").open("w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            if not (self._folder / READY).exists():
                self._start(fsync)
        return Server(self._folder)

    def _start(self, fsync: bool) -> None:
        command = [sys.executable, postgres_keeper.__file__, str(self._folder), "on" if fsync else "off"]
        # A session of its own: Ctrl-C is for us, and the server has to be stopped in order.
        keeper = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL)
        late = time.monotonic() + PATIENCE_SECONDS
        while not (self._folder / READY).exists():
            if keeper.poll() is not None or time.monotonic() > late:
                shutil.rmtree(self._folder, ignore_errors=True)
                raise RuntimeError("PostgreSQL for the tests doesn't start; its keeper has said why.")
            time.sleep(0.02)

    def close(self) -> None:
        """Nobody here uses it any more; the keeper ends it, and we wait for that."""
        os.close(self._lock)
        late = time.monotonic() + PATIENCE_SECONDS
        while self._folder.exists() and time.monotonic() < late:
            time.sleep(0.02)


def _is_still(path: Path, file: int) -> bool:
    """Whether a path leads to the file that we have open: the folder may have gone and come again."""
    try:
        return path.stat().st_ino == os.fstat(file).st_ino
    except FileNotFoundError:
        return False
