"""Making backups, restoring them, and moving a database."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bot.operations.backups.replaying import (
    SAMPLE,
    Replayed,
    Verification,
    of_this_version,
    replay_matches,
    verify,
)
from bot.operations.health.checks import FILE, NONE, folder_of
from storage.engine.copying import Advance, Sum, check_same, copy, ignore_progress, sum_tables
from storage.engine.errors import CopyDiffers, MigrationFailed
from storage.engine.opening import is_address
from storage.engine.replacing import replace_database
from storage.engine.schema import tables_of
from storage.engine.snapshots import snapshot
from storage.engine.sqlite.copying import explaining, put_in_place, refuse_half
from storage.engine.sqlite.files import make_folder, make_private
from storage.engine.transfer import empty, resting

_NAME = re.compile(r"slowplay-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db")


def name_at(now: float) -> str:
    """Return the name of a backup made at `now` (epoch seconds); sorted names are in order of time."""
    return f"slowplay-{stamp(now)}.db"


def stamp(now: float) -> str:
    """Return a moment in epoch seconds as a part of a file's name, in UTC."""
    return f"{datetime.fromtimestamp(now, UTC):%Y-%m-%dT%H-%M-%SZ}"


def backups(folder: Path) -> list[Path]:
    """Return a folder's backups, newest first; each was verified before it got its name."""
    return sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), reverse=True)


def forget_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest `keep` backups; return the deleted ones."""
    old = backups(folder)[keep:]
    for path in old:
        path.unlink()
    return old


def note_verified(folder: Path, name: str, now: float) -> None:
    """Record which backup was verified last, and when."""
    path = folder / FILE
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.unlink(missing_ok=True)
    make_private(unfinished)
    unfinished.write_text(json.dumps({"at": int(now), "file": name}) + "\n", encoding="utf-8")
    put_in_place(unfinished, path)


class Restored(NamedTuple):
    """What was restored, and where the previous data are now (None if there were none)."""

    verification: Verification
    old: Path | None


async def restore(
    file: Path,
    where: str | Path,
    folder: Path,
    now: float,
    *,
    replace: bool,
    most: int | None = SAMPLE,
    advance: Advance = ignore_progress,
) -> Restored:
    """Verify a backup, and replace the database by it.

    With `replace`, existing data are kept: a file beside the new one, a server's data as a file in `folder`.

    Raises:
        StorageError: If it failed; the database is then unchanged.
    """
    refuse_half(file)
    verification = await verify(file, None, most, advance=advance)
    aside = _aside(where, folder, now) if replace else None
    if not is_address(where):
        return Restored(verification, await replace_database(where, file, aside))
    with of_this_version(file, verification.version) as current:
        return Restored(verification, await replace_database(where, current, aside))


def _aside(where: str | Path, folder: Path, now: float) -> Path:
    if is_address(where):
        return folder / f"slowplay.db.replaced-{stamp(now)}"
    return Path(f"{where}.replaced-{stamp(now)}")


class Backup(NamedTuple):
    """A new backup: its file, its verification, and the older backups deleted for it."""

    file: Path
    verification: Verification
    deleted: tuple[Path, ...]


async def back_up(
    where: str | Path,
    folder: Path,
    keep: int,
    now: float,
    most: int | None = SAMPLE,
    advance: Advance = ignore_progress,
) -> Backup:
    """Copy a snapshot of a database into a folder, verify it, and keep the newest `keep` backups.

    Raises:
        StorageError: If it failed; then nothing was deleted, and there's no new file.
    """
    file = folder / name_at(now)
    with explaining(file):
        make_folder(folder)
        unfinished = file.with_name(f"{file.name}.part")
        try:
            counts = await snapshot(where, unfinished)
            verification = await verify(unfinished, counts, most, advance=advance)
            put_in_place(unfinished, file)
        finally:
            unfinished.unlink(missing_ok=True)
        note_verified(folder, file.name, now)
        return Backup(file, verification, tuple(forget_old(folder, keep)))


Shown = Callable[[str, float], AbstractContextManager[Advance]]
"""Shows the progress of a task, given its name and number of steps."""


class Moved(NamedTuple):
    """Checksums of the copied tables, and the matches that were played again."""

    tables: dict[str, Sum]
    matches: Replayed


async def move(source: str | Path, target: str | Path, shown: Shown) -> Moved:
    """Copy all tables to an empty database in one transaction.

    Before the commit, both sides are compared row by row, and all matches of the copy are played again.

    Raises:
        StorageError: If it failed; then nothing was written.
    """
    async with resting(source) as old, empty(target) as new:
        tables = tables_of(old.version)
        rows = sum([await old.count(table) for table in tables])
        with shown("Copying", rows) as advance:
            read = await copy(old, new, tables, advance)
        with shown("Comparing", rows) as advance:
            check_same(read, await sum_tables(new, tables, advance))
        with shown("Playing matches again", read["matches"].rows) as advance:
            again = await replay_matches(new.reader(), None, random.Random(0), advance)
        if again.faults:
            told = "; ".join(again.faults[:3])
            raise CopyDiffers(
                f"{len(again.faults)} of {again.matches} matches can't have happened ({told}), so nothing "
                "was copied: look at the database that you copy from."
            )
    return Moved(read, again)


_NO_FOLDER = (
    "The database has to be updated, and there's no folder for a copy of it: set SLOWPLAY_BACKUPS to one "
    "that the bot can write to, or to “none” to update without a copy."
)


def before_update(where: str | Path, backups: Path | None) -> Callable[[int], Awaitable[None]] | None:
    """Return a function that copies the database before an update, or None if the operator wants none.

    It takes the first migration's number; it raises MigrationFailed without a folder, and StorageError if the
    copy fails. `backups` is the value of SLOWPLAY_BACKUPS.
    """
    if backups == NONE:
        return None
    folder = folder_of(str(where), backups)

    async def copy(first: int) -> None:
        if folder is None:
            raise MigrationFailed(_NO_FOLDER)
        file = folder / f"slowplay.db.before-{first:04}"
        with explaining(file):
            make_folder(folder)
            unfinished = file.with_name(f"{file.name}.part")
            await snapshot(where, unfinished)
            put_in_place(unfinished, file)

    return copy
