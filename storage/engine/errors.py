"""Errors of a database and its file; each message is one sentence with advice."""

import errno
import sqlite3
from pathlib import Path

from storage.engine import causes

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_NO_RIGHT = {errno.EACCES, errno.EPERM, errno.EROFS}
_CAUSES = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk can't be written to",
    sqlite3.SQLITE_READONLY: "the database can't be written to",
    sqlite3.SQLITE_CANTOPEN: "the database can't be opened",
    sqlite3.SQLITE_PERM: "there's no permission to open the database",
    sqlite3.SQLITE_BUSY: "another program is using the database",
    sqlite3.SQLITE_LOCKED: "another program is using the database",
    sqlite3.SQLITE_CORRUPT: causes.DAMAGED,
    sqlite3.SQLITE_NOTADB: causes.DAMAGED,
}
_WHAT_TO_DO = {
    sqlite3.SQLITE_FULL: "free up some space and start again.",
    sqlite3.SQLITE_IOERR: "check its free space and its health, and start again.",
    sqlite3.SQLITE_BUSY: "stop that one and start again.",
    sqlite3.SQLITE_LOCKED: "stop that one and start again.",
}
_ALLOW = "let the bot's user write to it and its folder, or choose another file."
_RESTORE = (
    "stop the bot, put your newest backup in its place with “slowplay restore BACKUP --replace”, and start "
    "again; docs/backups.md says more."
)


class StorageError(Exception):
    """The database can't be used as it is."""


class AlreadyHosted(StorageError):
    """Another process, or another Database of this process, uses the same database."""


class MigrationFailed(StorageError):
    """A migration failed and was rolled back; the database is unchanged."""


class UnusableDatabase(StorageError):
    """The file or server has no database of the bot, has one of a newer version, or can't hold one."""


class UnwritableDatabase(StorageError):
    """The database can't be written: no permission, no space, or another program holds it."""


class UnreachableDatabase(StorageError):
    """The server can't be reached, or no longer.

    The running transaction is rolled back. If the connection was lost during its COMMIT, it may have been
    committed.
    """


class ClockDiffers(StorageError):
    """This machine's clock differs from the database server's."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"This machine's clock and the database server's are {abs(seconds):.0f} seconds apart, and "
            "players' clocks depend on them: turn on NTP on both and start again."
        )


class DamagedDatabase(StorageError):
    """The database is broken, as its engine or its schema shows; only a backup helps."""

    def __init__(self, name: str, finding: str) -> None:
        super().__init__(f"{name} is damaged ({finding}): {_RESTORE}")
        self.finding = finding


class NotEmpty(StorageError):
    """The place to write to already holds data."""


class CopyDiffers(StorageError):
    """A copy differs from its original, or its content is impossible."""


def cause_of(error: BaseException) -> str | None:
    """Return what the disk, server or another program did to the database, or None for other errors."""
    if isinstance(error, sqlite3.Error):
        return _CAUSES.get(_code(error))
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return _CAUSES[sqlite3.SQLITE_FULL]
    if isinstance(error, DamagedDatabase):
        return causes.DAMAGED
    return causes.AWAY if isinstance(error, UnreachableDatabase) else causes.cause_of(error)


def sign_of_damage(error: BaseException | None) -> BaseException | None:
    """Return the error in the chain by which an engine reported damage, or None."""
    while error is not None and cause_of(error) != causes.DAMAGED:
        error = error.__cause__ or error.__context__
    return error


def raise_if_foreign(error: sqlite3.DatabaseError, path: Path) -> None:
    """Raise UnusableDatabase if SQLite's error says that a file isn't a database."""
    if _code(error) == sqlite3.SQLITE_NOTADB:
        raise UnusableDatabase(
            f"{path.name} can't be read as a database: choose another file. If it was one, restore a "
            "backup with “slowplay restore BACKUP --replace”."
        ) from error


def explain(error: sqlite3.Error | OSError, path: Path) -> StorageError:
    """Return the StorageError, in one sentence, for an error met while opening the file."""
    if isinstance(error, OSError):
        return UnwritableDatabase(f"{path} can't be created or opened ({error.strerror}): {_advice(error)}")
    code = _code(error)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedDatabase(path.name, str(error))
    cause = _CAUSES.get(code, str(error))
    return UnwritableDatabase(f"{path} can't be used, because {cause}: {_WHAT_TO_DO.get(code, _ALLOW)}")


def _advice(error: OSError) -> str:
    if error.errno in _NO_ROOM:
        return _WHAT_TO_DO[sqlite3.SQLITE_FULL]
    return _ALLOW if error.errno in _NO_RIGHT else "choose another file."


def _code(error: sqlite3.Error) -> int:
    """Return the primary result code, which is in the lowest 8 bits."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
