"""One moment of a database as a SQLite file, whichever engine keeps it, also while others write."""

from __future__ import annotations

from pathlib import Path

from storage.opening import is_address
from storage.postgresql import copying as postgresql
from storage.sqlite import copying as sqlite


async def snapshot(where: str | Path, to: Path) -> dict[str, int]:
    """Write a new file, which nobody else may read; how many rows each table has. Raises StorageError."""
    if is_address(where):
        return await postgresql.snapshot(str(where), to)
    return sqlite.snapshot(Path(where), to)
