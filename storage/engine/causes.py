"""Short descriptions of the errors that a PostgreSQL server reports."""

from __future__ import annotations

import asyncpg

AWAY = "the database server can't be reached"
DAMAGED = "the database is damaged"

_CAUSES: tuple[tuple[type[asyncpg.PostgresError], str], ...] = (
    (asyncpg.DiskFullError, "the disk of the database server is full"),
    (asyncpg.PostgresIOError, "the disk of the database server can't be used"),
    (asyncpg.DataCorruptedError, DAMAGED),
    (asyncpg.IndexCorruptedError, DAMAGED),
    (asyncpg.ReadOnlySQLTransactionError, "the database can't be written to"),
    (asyncpg.InsufficientPrivilegeError, "the database can't be written to"),
    (asyncpg.LockNotAvailableError, "another program is using the database"),
    (asyncpg.DeadlockDetectedError, "another program is using the database"),
    (asyncpg.QueryCanceledError, "the database server takes too long"),
    (asyncpg.InsufficientResourcesError, "the database server is overloaded"),
    (asyncpg.OperatorInterventionError, AWAY),
    (asyncpg.PostgresConnectionError, AWAY),
)


def cause_of(error: BaseException) -> str | None:
    """Return the server's trouble in a few words, or None if the error isn't the server's fault."""
    return next((cause for kind, cause in _CAUSES if isinstance(error, kind)), None)
