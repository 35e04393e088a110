"""Exclusive access to a whole database for reading, and to an empty one for filling."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from storage.engine.copying import Source, Target
from storage.engine.errors import UnusableDatabase
from storage.engine.opening import is_address
from storage.engine.schema import newest_version
from storage.engine.sqlite.copying import filling, put_in_place, reading
from storage.engine.sqlite.replacing import hosting, refuse_full


@asynccontextmanager
async def resting(where: str | Path) -> AsyncIterator[Source]:
    """Provide a database that no bot uses meanwhile.

    Raises:
        AlreadyHosted: A bot uses it.
        UnusableDatabase: It's missing, empty or foreign, or doesn't have the newest version.
    """
    if is_address(where):
        from storage.engine.postgresql import copying as postgresql
        from storage.engine.postgresql.errors import place_of

        async with postgresql.reading(str(where), resting=True) as source:
            check_newest(source.version, place_of(str(where)))
            yield source
    else:
        with hosting(Path(where)) as file, reading(file) as found:
            check_newest(found.version, file.name)
            yield found


@asynccontextmanager
async def empty(where: str | Path) -> AsyncIterator[Target]:
    """Provide a new database to fill, kept only if the block succeeds.

    Raises:
        AlreadyHosted: A bot uses it.
        NotEmpty: It holds data.
        UnusableDatabase: No file can be there, or the server's database is foreign or newer.
    """
    if is_address(where):
        from storage.engine.postgresql import copying as postgresql

        async with postgresql.filling(str(where)) as server:
            yield server
        return
    with hosting(Path(where)) as file:
        refuse_full(file)
        unfinished = file.with_name(f"{file.name}.part")
        with filling(unfinished, newest_version()) as target:
            yield target
        put_in_place(unfinished, file)


def check_newest(version: int, name: str) -> None:
    """Raise UnusableDatabase unless a database has the version that this program makes."""
    if version != newest_version():
        raise UnusableDatabase(
            f"{name} has version {version}, and this program makes {newest_version()}: start the bot once, "
            "so that it's brought up to date."
        )
