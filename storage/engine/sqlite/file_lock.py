"""The lock that gives one process a file; the operating system frees it even after kill -9."""

import errno
import os
import sqlite3
from pathlib import Path

from storage.engine.errors import AlreadyHosted


class HostLock:
    """A process's exclusive lock on a database file, held until close().

    It is SQLite's own lock on an empty file `<name>.host` beside the database, which works on every system
    and leaves the database free for readers in other processes. It raises AlreadyHosted if another process
    holds it, and PermissionError or sqlite3.Error if no process could.
    """

    def __init__(self, path: Path) -> None:
        lock = lock_file(path)
        if lock.exists() and not os.access(lock, os.W_OK):
            # SQLite would open it read-only, and a read lock excludes no other process.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(lock))
        self._connection = sqlite3.connect(lock, isolation_level=None, timeout=0, check_same_thread=False)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise AlreadyHosted(
                f"Another program is already using {path.name}: stop that one, or choose another file."
            ) from error

    def close(self) -> None:
        """Let other processes use the file."""
        self._connection.close()


def lock_file(path: Path) -> Path:
    """Return the path of a database's lock file."""
    return path.with_name(path.name + ".host")


def is_hosted(path: Path) -> bool:
    """Return whether a process uses this file now."""
    if not lock_file(path).exists():
        return False
    try:
        HostLock(path).close()
    except AlreadyHosted:
        return True
    return False
