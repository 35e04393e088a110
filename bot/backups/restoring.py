"""Putting a backup in the place of the bot's database."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bot.backups import keeping
from bot.backups.proving import SAMPLE, Proof, prove
from storage.replacing import replaced
from storage.sqlite.copying import check_whole
from terminal import Advance, unseen


class Restored(NamedTuple):
    """What was restored, and where what stood there is now (None: there was nothing)."""

    proof: Proof
    old: str | None


async def restore(
    file: Path,
    where: str | Path,
    now: float,
    *,
    replace: bool,
    most: int | None = SAMPLE,
    advance: Advance = unseen,
) -> Restored:
    """Prove a backup, and make the database what it was then. replace: whatever is there is kept aside.
    Raises StorageError; then the database is as it was."""
    proof = await prove(file, None, most, advance=advance)
    aside = f".replaced-{keeping.stamp(now)}" if replace else None
    return Restored(proof, await replaced(where, file, check_whole(file), aside))
