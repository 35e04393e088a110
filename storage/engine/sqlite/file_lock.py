"""One host a file: a lock that the operating system frees even after kill -9."""

import errno
import os
import sqlite3
from pathlib import Path

from storage.engine.errors import AlreadyHosted


class HostLock:
    """Held from its making until close(). Raises AlreadyHosted when somebody else holds it.

    PermissionError and sqlite3.Error say that nobody could hold it.

    The lock is SQLite's own, on an empty file `<name>.host` beside the database: it works on every system and
    leaves the database itself free for readers of other processes.
    """

    def __init__(self, path: Path) -> None:
        lock = lock_file(path)
        if lock.exists() and not os.access(lock, os.W_OK):
            # SQLite would open it for reading alone, and a lock for reading keeps nobody out.
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
