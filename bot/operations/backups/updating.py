"""The copy of a database on a server that's made before an update changes it. SQLite makes its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.operations.health.checks import NONE, folder_of
from storage.engine.errors import MigrationFailed
from storage.engine.snapshots import snapshot
from storage.engine.sqlite.copying import explaining, put_in_place
from storage.engine.sqlite.files import make_folder

_NO_FOLDER = (
    "The database has to be updated, and there's no folder for a copy of it: set SLOWPLAY_BACKUPS to one "
    "that the bot can write to, or to “none” to update without a copy."
)


def before_update(where: str | Path, backups: Path | None) -> Callable[[int], Awaitable[None]] | None:
    """What copies a database before an update whose first migration has the number that it's given; None
    where the operator wants no copies. backups: what SLOWPLAY_BACKUPS says.

    It raises MigrationFailed without a folder, and StorageError where there can't be a copy."""
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
