"""Inspection of a database on a server without changing it, even while a bot uses it."""

from __future__ import annotations

from typing import NamedTuple

from storage.engine.handle import OneHopAdapter, Reader, load_queries
from storage.engine.migrations import migrations
from storage.engine.postgresql.copying import open_connection
from storage.engine.postgresql.errors import place_of
from storage.engine.postgresql.migrator import FOLDER, check_server, read_version
from storage.engine.postgresql.schema import check_schema
from storage.engine.postgresql.statements import Remote
from storage.engine.schema import newest_version
from storage.rows import OpenPlace


class Looked(NamedTuple):
    """The database's version (0 if empty), the one this program makes, and channels with open matches."""

    version: int
    newest: int
    places: tuple[OpenPlace, ...]


async def look(address: str) -> Looked:
    """Check that a bot could use a database, and return what was found; raise StorageError if it couldn't."""
    async with open_connection(address) as connection:
        await check_server(connection, place_of(address))
        current = await read_version(connection, place_of(address), newest_version())
        if current:
            await check_schema(connection, place_of(address), current, migrations(FOLDER))
        r = Reader(Remote(connection), load_queries(OneHopAdapter, "postgresql"))
        rows = [row async for row in r.queries.guilds.open_places(r)] if current else []
        return Looked(current, newest_version(), tuple(OpenPlace(**row) for row in rows))
