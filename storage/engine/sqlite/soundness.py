"""The checks that a database file is intact and writable."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.engine.database import Database
from storage.engine.errors import DamagedDatabase, raise_if_foreign

log = logging.getLogger(__name__)

_AGAIN_SECONDS = 0.1
"""Seconds after which a check that is to end is interrupted again: it may not have begun before."""


def check(path: Path) -> None:
    """Check a whole file.

    Raise DamagedDatabase, UnusableDatabase if it's no database, or sqlite3.Error if it can't be read.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        check_open(raw, path)


def check_open(raw: sqlite3.Connection, path: Path) -> None:
    """Check a whole file that is open; raise as `check` does."""
    try:
        (finding,) = raw.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise_if_foreign(error, path)
        raise
    if finding != "ok":
        raise DamagedDatabase(path.name, " ".join(finding.split()))


def try_to_write(raw: sqlite3.Connection) -> None:
    """Commit a change without effect, so that missing permissions or space show at once."""
    raw.execute("BEGIN IMMEDIATE")
    try:
        raw.execute("PRAGMA user_version = 0")
        raw.execute("COMMIT")
    except BaseException:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raise


class FileCheck:
    """A check of a whole file beside the database that uses it, which learns of any damage."""

    def __init__(self, database: Database, path: Path) -> None:
        mode = f"{path.absolute().as_uri()}?mode=ro"
        self._raw = sqlite3.connect(mode, uri=True, isolation_level=None, check_same_thread=False)
        self._is_ending = False
        self._task = asyncio.create_task(self._run(database, path), name="check file")

    async def _run(self, database: Database, path: Path) -> None:
        try:
            with database.sound():
                await asyncio.to_thread(check_open, self._raw, path)
        except DamagedDatabase:
            # The event `damaged` is set.
            return
        except sqlite3.Error as error:
            if not self._is_ending:
                log.warning("%s couldn't be checked for damage: %s", path.name, error)

    async def end(self) -> None:
        """End the check at once, whether it's done or not."""
        self._is_ending = True
        while not self._task.done():
            self._raw.interrupt()
            await asyncio.wait([self._task], timeout=_AGAIN_SECONDS)
        self._raw.close()
