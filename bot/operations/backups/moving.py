"""A whole database copied to another engine or place, and verified by playing all its matches again."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from bot.operations.backups.replaying import Replayed, replayed
from storage.engine.copying import Advance, Sum, check_same, copy, summed
from storage.engine.errors import CopyDiffers
from storage.engine.schema import tables_of
from storage.engine.transfer import empty, resting

Shown = Callable[[str, float], AbstractContextManager[Advance]]
"""Shows how far something is: what it is, and of how many steps."""


class Moved(NamedTuple):
    """What was copied of each table, and the matches that were played again."""

    tables: dict[str, Sum]
    matches: Replayed


async def move(source: str | Path, target: str | Path, shown: Shown) -> Moved:
    """Copy all tables in one transaction, compare both sides row by row, and play all matches of the copy
    again before it counts. Raises StorageError; then nothing was written."""
    async with resting(source) as old, empty(target) as new:
        tables = tables_of(old.version)
        rows = sum([await old.count(table) for table in tables])
        with shown("Copying", rows) as advance:
            read = await copy(old, new, tables, advance)
        with shown("Comparing", rows) as advance:
            check_same(read, await summed(new, tables, advance))
        with shown("Playing matches again", read["matches"].rows) as advance:
            again = await replayed(new.reader(), None, random.Random(0), advance)
        if again.faults:
            told = "; ".join(again.faults[:3])
            raise CopyDiffers(
                f"{len(again.faults)} of {again.matches} matches can't have happened ({told}), so nothing "
                "was copied: look at the database that you copy from."
            )
    return Moved(read, again)
