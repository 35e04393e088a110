"""One host a file: a lock that the operating system frees even after kill -9."""

import sqlite3
from pathlib import Path

from storage.errors import AlreadyHosted


class HostLock:
    """Held from its making until close(). Raises AlreadyHosted when somebody else holds it.

    The lock is SQLite's own, on an empty file `<name>.host` beside the database: it works on every system and
    leaves the database itself free for readers of other processes.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(
            lock_file(path), isolation_level=None, timeout=0, check_same_thread=False
        )
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise AlreadyHosted(
                f"{path.name} is hosted by another program already: stop that one, or choose another file."
            ) from error

    def close(self) -> None:
        """Let others host the file."""
        self._connection.close()


def lock_file(path: Path) -> Path:
    """Where the lock of a database is."""
    return path.with_name(path.name + ".host")


def is_hosted(path: Path) -> bool:
    """Whether somebody hosts this file now."""
    if not lock_file(path).exists():
        return False
    try:
        HostLock(path).close()
    except AlreadyHosted:
        return True
    return False
