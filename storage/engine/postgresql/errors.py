"""Errors of a database server; each message is one sentence with advice."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import asyncpg

from storage.engine.causes import AWAY
from storage.engine.errors import StorageError, UnreachableDatabase, UnusableDatabase, UnwritableDatabase
from storage.engine.postgresql.password_file import find_ignored_file

GONE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""The errors that a connection raises once the server has ended it."""


@contextmanager
def watch_errors(connection: asyncpg.Connection | None = None) -> Iterator[None]:
    """Raise UnreachableDatabase for a lost connection, and keep row contents out of all errors.

    Errors may be logged. `connection` is the one in use, or None while there is none.
    """
    try:
        yield
    except (*GONE, asyncpg.PostgresError) as error:
        if isinstance(error, asyncpg.PostgresError):
            error.detail = None
        if isinstance(error, GONE) and (connection is None or is_lost(connection) or _is_end(error)):
            raise UnreachableDatabase(f"{AWAY} ({_describe(error)})") from error
        raise


def is_lost(connection: asyncpg.Connection) -> bool:
    """Return whether a connection is unusable; the pool has removed it then."""
    try:
        closed: bool = connection.is_closed()
    except asyncpg.InterfaceError:
        return True
    return closed


def _is_end(error: BaseException) -> bool:
    """Return whether the server announced that it ends the connection, which closes a moment later."""
    ends = (asyncpg.PostgresConnectionError, asyncpg.AdminShutdownError, asyncpg.CrashShutdownError)
    return isinstance(error, (*ends, asyncpg.CannotConnectNowError, OSError))


def explain(error: Exception, address: str) -> StorageError:
    """Return the StorageError, in one sentence, for an error met while opening a database.

    The password that `address` may contain is never shown.
    """
    if isinstance(error, StorageError):
        return error
    where = place_of(address)
    match error:
        case asyncpg.InvalidPasswordError() | asyncpg.InvalidAuthorizationSpecificationError():
            return UnwritableDatabase(
                f"The database server of {where} doesn't let the bot in: {_password_advice(address)}"
            )
        case asyncpg.InvalidCatalogNameError():
            return UnusableDatabase(
                f"There's no database {where}: create it, or check the name in SLOWPLAY_DATABASE."
            )
        case asyncpg.TooManyConnectionsError():
            return UnreachableDatabase(
                f"The server of {where} has no connection left: raise its max_connections, or stop what else "
                "uses it."
            )
        case asyncpg.CannotConnectNowError():
            return UnreachableDatabase(f"The server of {where} is just starting or stopping: try again soon.")
        case asyncpg.InsufficientPrivilegeError():
            return UnwritableDatabase(
                f"The bot may not make its tables in {where}: let its user own that database."
            )
        case asyncpg.ReadOnlySQLTransactionError():
            return UnwritableDatabase(f"{where} is a read-only copy: name the main server instead.")
        case asyncpg.DiskFullError():
            return UnwritableDatabase(f"The disk of the server of {where} is full: free up some space.")
        case asyncpg.ClientConfigurationError() | ValueError():
            return UnusableDatabase(
                "SLOWPLAY_DATABASE isn't an address that can be read; it looks like "
                "postgresql://name:password@host/database."
            )
        case ssl.SSLError():
            return UnreachableDatabase(
                f"The connection to {where} can't be encrypted: check sslmode and the server's certificate."
            )
    return UnreachableDatabase(
        f"The server of {where} can't be reached ({_describe(error)}): check that it runs, and the host "
        "and port in SLOWPLAY_DATABASE."
    )


def _password_advice(address: str) -> str:
    ignored = find_ignored_file(address)
    if ignored is None:
        return "check the name and password in SLOWPLAY_DATABASE, PGPASSFILE, or PGPASSWORD."
    to_do = f"run “chmod 600 {ignored}” and start again."
    return f"others can read {ignored}, so no password is taken from it; {to_do}"


def place_of(address: str) -> str:
    """Return the database and host of an address for display, never the password."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or parse_qs(parts.query).get("host", ["localhost"])[0]
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "the database"
    if "@" in parts.path + parts.query + parts.fragment:
        # A password with an unescaped /, ? or # (it should be %2F, %3F or %23) is partly parsed as the path.
        return "the database"
    return f"“{parts.path.strip('/') or parts.username or 'postgres'}” on {host}{port}"


def _describe(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return "no answer"
    strerror = getattr(error, "strerror", None)
    return " ".join(str(strerror or type(error).__name__).split())
