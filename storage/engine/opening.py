"""Open a database by where it is: the path of a SQLite file, or the address of a PostgreSQL server."""

from __future__ import annotations

from pathlib import Path

from storage.engine.database import Database
from storage.engine.postgresql.database import open_server
from storage.engine.postgresql.migrator import BeforeUpdate
from storage.engine.sqlite.database import open_file

SCHEMES = ("postgresql://", "postgres://")


def is_address(where: str | Path) -> bool:
    """Whether a server is meant, and not a file."""
    return str(where).startswith(SCHEMES)


async def open_database(where: str | Path, *, before: BeforeUpdate | None = None) -> Database:
    """The database, checked, made and migrated as needed. before: what is done before an update changes one
    on a server; beside a file its copy is left anyway. Raises StorageError of every kind; nothing stays
    open then."""
    if is_address(where):
        return await open_server(str(where), before=before)
    return await open_file(Path(where))
