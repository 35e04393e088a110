"""Snapshots of a database as a SQLite file, for both engines, even during writes."""

from __future__ import annotations

from pathlib import Path

from storage.engine.copying import check_same, copy, sum_tables
from storage.engine.opening import is_address
from storage.engine.schema import tables_of
from storage.engine.sqlite import copying as sqlite


async def snapshot(where: str | Path, to: Path) -> dict[str, int]:
    """Write a snapshot to a private file, replacing any.

    Returns:
        The number of rows by table name.

    Raises:
        UnusableDatabase: The database is missing, empty, foreign or newer.
        CopyDiffers: The file isn't what was read from the server.
        StorageError: Of other kinds if the server or a disk fails. No unfinished file is left.
    """
    if is_address(where):
        return await _of_server(str(where), to)
    return sqlite.snapshot(Path(where), to)


async def _of_server(address: str, to: Path) -> dict[str, int]:
    """Copy a server's database to a new SQLite file during writes; return the number of rows by table."""
    from storage.engine.postgresql import copying as postgresql

    async with postgresql.reading(address) as source:
        tables = tables_of(source.version)
        with sqlite.filling(to, source.version) as target:
            read = await copy(source, target, tables)
            check_same(read, await sum_tables(target, tables))
    return {name: sum.rows for name, sum in read.items()}
