"""Replacement of a database by a backup, for both engines."""

from __future__ import annotations

from pathlib import Path

from storage.engine.copying import check_same, copy, sum_tables
from storage.engine.errors import CopyDiffers
from storage.engine.opening import is_address
from storage.engine.schema import tables_of
from storage.engine.snapshots import snapshot
from storage.engine.sqlite.copying import check_whole, put_in_place, reading
from storage.engine.sqlite.files import make_folder
from storage.engine.sqlite.replacing import hosting, restore


async def replace_database(where: str | Path, backup: Path, aside: Path | None) -> Path | None:
    """Replace a database that no bot uses with a backup.

    Args:
        where: The path of a file, or a server's address.
        backup: A file of this program's version.
        aside: The file to save the present content to; a replaced file stays in its folder, so there only the
            name counts. None if the place must be empty.

    Returns:
        The file with the former content, or None if there was none.

    Raises:
        AlreadyHosted: A bot uses the database.
        NotEmpty: The place holds data, and `aside` is None.
        CopyDiffers: The new database isn't what the backup is.
        StorageError: Of other kinds if the backup or the database can't be used.
    """
    if is_address(where):
        return await _on_a_server(str(where), backup, aside)
    return _as_a_file(Path(where), backup, aside)


def _as_a_file(path: Path, backup: Path, aside: Path | None) -> Path | None:
    with hosting(path) as file:
        old = restore(backup, file, None if aside is None else aside.name)
        if check_whole(file) != check_whole(backup):
            raise CopyDiffers(f"{file.name} isn't what {backup.name} is: restore it again; check the disk.")
        return old


async def _on_a_server(address: str, backup: Path, aside: Path | None) -> Path | None:
    from storage.engine.postgresql import copying as postgresql

    replace = aside is not None
    if aside is not None and await postgresql.is_new(address):
        aside = None
    if aside is not None:
        make_folder(aside.parent)
        unfinished = aside.with_name(f"{aside.name}.part")
        await snapshot(address, unfinished)
        put_in_place(unfinished, aside)
    with reading(backup) as source:
        tables = tables_of(source.version)
        async with postgresql.filling(address, replace=replace) as target:
            check_same(await copy(source, target, tables), await sum_tables(target, tables))
    return aside
