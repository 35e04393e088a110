"""Whether a backup would do: everything in the file is read, and matches in it are played again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bot.operations.backups.replaying import replayed
from storage.engine.copying import Advance, unwatched
from storage.engine.errors import CopyDiffers
from storage.engine.schema import newest_version
from storage.engine.sqlite.copying import asking, check_whole, explaining, reading, snapshot
from storage.engine.sqlite.migrator import migrate

SAMPLE = 200
"""So many matches of a backup are played again, unless all are wanted."""


class Verification(NamedTuple):
    """What was found: the version, the matches and rows in a file, and how many matches were played again."""

    version: int
    matches: int
    rows: int
    replayed: int


async def verify(
    file: Path,
    counts: Mapping[str, int] | None = None,
    most: int | None = SAMPLE,
    rng: random.Random | None = None,
    advance: Advance = unwatched,
) -> Verification:
    """Read everything in a file, and play `most` of its matches again (None: all). Raises DamagedDatabase;
    CopyDiffers where it hasn't as many rows as `counts`, or a match can't have happened."""
    found = check_whole(file)
    if counts is not None and dict(counts) != found:
        differing = ", ".join(sorted(name for name in counts if counts[name] != found.get(name)))
        raise CopyDiffers(f"{file.name} doesn't have all rows of {differing}: make another one.")
    with reading(file) as source:
        version = source.version
    with of_this_version(file, version) as readable, asking(readable) as r:
        again = await replayed(r, most, rng or random.Random(), advance)
    if again.faults:
        more = f" and {len(again.faults) - 1} more" if len(again.faults) > 1 else ""
        raise CopyDiffers(f"{file.name} has a match that can't have happened ({again.faults[0]}{more}).")
    return Verification(version, again.matches, sum(found.values()), again.replayed)


@contextmanager
def of_this_version(file: Path, version: int) -> Iterator[Path]:
    """The file, or a copy of an older one that is like those that this program makes."""
    if version == newest_version():
        yield file
        return
    with explaining(file), TemporaryDirectory(dir=file.parent, prefix=".verifying-") as folder:
        copy = Path(folder) / file.name
        snapshot(file, copy)
        migrate(copy)
        yield copy
