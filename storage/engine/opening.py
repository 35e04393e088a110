"""Opening of a database by its SQLite path or PostgreSQL address."""

from __future__ import annotations

from pathlib import Path

from storage.engine.database import Database
from storage.engine.migrations import BeforeUpdate
from storage.engine.sqlite.database import open_file

SCHEMES = ("postgresql://", "postgres://")


def is_address(where: str | Path) -> bool:
    """Return whether `where` is a server's address rather than a path."""
    return str(where).startswith(SCHEMES)


async def open_database(
    where: str | Path, *, before: BeforeUpdate | None = None, check_meanwhile: bool = False
) -> Database:
    """Return the open database, checked, created and migrated as needed.

    Args:
        where: The path of a file, or a server's address (`postgresql://…` or `postgres://…`).
        before: Called before an update changes a database on a server, with the version of the first pending
            migration; of a file a copy is kept anyway.
        check_meanwhile: Whether to look for damage in the whole of a file while it's in use, so that a large
            one opens as quickly as a small one. An update still looks first.

    Raises:
        AlreadyHosted: Another process uses the file; a server can be shared.
        StorageError: The database can't be used; the subclass and the message say why. Nothing stays open.
    """
    if is_address(where):
        # Loaded here, since asyncpg takes 3 MB that a bot with a file doesn't need.
        from storage.engine.postgresql.database import open_server

        return await open_server(str(where), before=before)
    return await open_file(Path(where), check_meanwhile=check_meanwhile)
