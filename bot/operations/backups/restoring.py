"""Putting a backup in the place of the bot's database."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bot.operations.backups import keeping
from bot.operations.backups.verifying import SAMPLE, Verification, of_this_version, verify
from storage.engine.copying import Advance, unwatched
from storage.engine.opening import is_address
from storage.engine.replacing import replaced
from storage.engine.sqlite.copying import refuse_half


class Restored(NamedTuple):
    """What was restored, and where what was there before is now (None: there was nothing)."""

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
    advance: Advance = unwatched,
) -> Restored:
    """Prove a backup, and make the database what it was then. folder: of backups; replace: whatever is there
    is kept, a file beside the new one, and what a server has in the folder. Raises StorageError; then the
    database is as it was."""
    refuse_half(file)
    verification = await verify(file, None, most, advance=advance)
    aside = _aside(where, folder, now) if replace else None
    if not is_address(where):
        return Restored(verification, await replaced(where, file, aside))
    with of_this_version(file, verification.version) as current:
        return Restored(verification, await replaced(where, current, aside))


def _aside(where: str | Path, folder: Path, now: float) -> Path:
    if is_address(where):
        return folder / f"slowplay.db.replaced-{keeping.stamp(now)}"
    return Path(f"{where}.replaced-{keeping.stamp(now)}")
