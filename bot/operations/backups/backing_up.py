"""Making a backup while the bot runs: one SQLite file, verified before it counts."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bot.operations.backups import keeping
from bot.operations.backups.verifying import SAMPLE, Verification, verify
from storage.engine.copying import Advance, unwatched
from storage.engine.snapshots import snapshot
from storage.engine.sqlite.copying import explaining, put_in_place
from storage.engine.sqlite.files import make_folder


class Backup(NamedTuple):
    """A backup that was made: where it is, what's in it, and which older ones were deleted for it."""

    file: Path
    verification: Verification
    deleted: tuple[Path, ...]


async def back_up(
    where: str | Path,
    folder: Path,
    keep: int,
    now: float,
    most: int | None = SAMPLE,
    advance: Advance = unwatched,
) -> Backup:
    """Copy one moment of a database into a folder, verify the copy, and keep the newest `keep`. Raises
    StorageError; then nothing was deleted, and no new file is there."""
    file = folder / keeping.name_at(now)
    with explaining(file):
        make_folder(folder)
        unfinished = file.with_name(f"{file.name}.part")
        try:
            counts = await snapshot(where, unfinished)
            verification = await verify(unfinished, counts, most, advance=advance)
            put_in_place(unfinished, file)
        finally:
            unfinished.unlink(missing_ok=True)
        keeping.note_verified(folder, file.name, now)
        return Backup(file, verification, tuple(keeping.forget_old(folder, keep)))
