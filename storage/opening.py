"""Open a database by where it is: the path of a SQLite file, or the address of a PostgreSQL server."""

from __future__ import annotations

from pathlib import Path

from storage.database import Database
from storage.postgresql.database import open_server
from storage.sqlite.database import open_file

SCHEMES = ("postgresql://", "postgres://")


def is_address(where: str | Path) -> bool:
    """Whether a server is meant, and not a file."""
    return str(where).startswith(SCHEMES)


async def open_database(where: str | Path) -> Database:
    """The database, checked, made and migrated as needed. Raises StorageError of every kind; nothing stays
    open then."""
    return await (open_server(str(where)) if is_address(where) else open_file(Path(where)))
