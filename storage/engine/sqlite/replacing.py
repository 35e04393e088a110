"""Replacement of a database file that no process uses."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from storage.engine.errors import NotEmpty
from storage.engine.sqlite.copying import explaining, put_in_place, snapshot
from storage.engine.sqlite.file_lock import HostLock, lock_file
from storage.engine.sqlite.files import make_private, place
from storage.engine.sqlite.inspection import log_of

_PARTS = ("-wal", "-shm", "-journal", "")
"""The suffixes of a database's files, the main file's last."""


@contextmanager
def hosting(path: Path) -> Iterator[Path]:
    """Keep other processes from using a file, which needn't exist, and provide its resolved path.

    Raise AlreadyHosted if one uses it. If the block fails, folders and a lock file created here are removed.
    """
    with explaining(path), _without_traces(path):
        file = place(path)
        with _lock_gone_again(lock_file(file)), closing(HostLock(file)):
            yield file


@contextmanager
def _without_traces(path: Path) -> Iterator[None]:
    made = [folder for folder in path.absolute().parents if not folder.exists()]
    try:
        yield
    except BaseException:
        with suppress(OSError):
            for folder in made:
                folder.rmdir()
        raise


@contextmanager
def _lock_gone_again(lock: Path) -> Iterator[None]:
    was_there = lock.exists()
    make_private(lock)
    try:
        yield
    except BaseException:
        if not was_there:
            lock.unlink(missing_ok=True)
        raise


def refuse_full(file: Path) -> None:
    """Raise NotEmpty if a database file or its companions hold data."""
    if any(_part(file, part).exists() and _part(file, part).stat().st_size for part in _PARTS):
        raise NotEmpty(f"{file.name} isn't empty: choose another place, or move it away.")


def restore(backup: Path, file: Path, aside: str | None) -> Path | None:
    """Put a copy of a backup at a path locked by the caller; return the former database's new path.

    The former database is renamed to `aside`; with None, an occupied place raises NotEmpty.
    """
    with explaining(file):
        if aside is None:
            refuse_full(file)
        copy = _part(file, ".part")
        # Not copied as bytes, since the log holds a part of the database.
        snapshot(backup, copy)
        old = _put_aside(file, aside) if aside is not None and file.exists() else None
        for part in _PARTS:
            _part(file, part).unlink(missing_ok=True)
        put_in_place(copy, file)
        return old


def _put_aside(file: Path, aside: str) -> Path:
    old = file.with_name(aside)
    for part in _PARTS:
        if _part(file, part).exists():
            _part(file, part).rename(_part(old, part))
    if not log_of(old).exists():
        _complete(old)
    return old


def _complete(file: Path) -> None:
    """Make a cleanly closed database a single file, like a backup, unless it's damaged."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(file)) as raw:
        raw.execute("PRAGMA journal_mode = DELETE").fetchone()


def _part(file: Path, part: str) -> Path:
    return file.with_name(file.name + part)
