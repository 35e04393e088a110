"""Short descriptions of the errors that a PostgreSQL server reports."""

from __future__ import annotations

AWAY = "the database server can't be reached"
DAMAGED = "the database is damaged"

_CAUSES: tuple[tuple[str, str], ...] = (
    ("53100", "the disk of the database server is full"),
    ("58030", "the disk of the database server can't be used"),
    ("XX001", DAMAGED),
    ("XX002", DAMAGED),
    ("25006", "the database can't be written to"),
    ("42501", "the database can't be written to"),
    ("55P03", "another program is using the database"),
    ("40P01", "another program is using the database"),
    ("57014", "the database server takes too long"),
    ("53", "the database server is overloaded"),
    ("57", AWAY),
    ("08", AWAY),
)
"""Causes by how an error's code begins; the first that fits counts.

Source: PostgreSQL, appendix A, Error Codes. They stand here as text so that asyncpg, which takes 3 MB, is
loaded only with a server.
"""


def cause_of(error: BaseException) -> str | None:
    """Return the server's trouble in a few words, or None if the error isn't the server's fault."""
    code = getattr(error, "sqlstate", None) or ""
    return next((cause for beginning, cause in _CAUSES if code.startswith(beginning)), None)
