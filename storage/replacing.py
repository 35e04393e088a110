"""A backup in the place of a database, whichever engine keeps that."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from storage.errors import CopyDiffers
from storage.sqlite.copying import check_whole
from storage.sqlite.replacing import hosting, restore


async def replaced(
    where: str | Path, backup: Path, counts: Mapping[str, int], aside: str | None
) -> str | None:
    """Make a database that no bot hosts what a backup is. counts: the rows of each of its tables; aside: what
    is added to the name of whatever stands there (None: NotEmpty is raised then). Where that is now."""
    with hosting(Path(where)) as file:
        old = restore(backup, file, aside)
        if check_whole(file) != dict(counts):
            raise CopyDiffers(
                f"{file.name} isn't what {backup.name} is: restore it once more, and check the disk."
            )
        return None if old is None else old.name
