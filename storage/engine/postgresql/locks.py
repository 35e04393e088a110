"""Locks between processes: PostgreSQL's advisory locks, each identified by a number."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

HOSTS = 0x510B
"""The first half of the locks that live processes hold; the second half is the process's number.

Locks of two halves never collide with those of one 64-bit number.
"""
MIGRATING = "migrations"


def beginning(alone: Iterable[str]) -> str:
    """Return the SQL, one round trip, that begins a transaction with exclusive use of these names.

    All transactions take locks in the same order, so they can't deadlock on them; and later statements see
    all that was committed under these locks.
    """
    locks = sorted({number(name) for name in alone})
    return "".join(("BEGIN", *(f"; SELECT pg_advisory_xact_lock({lock})" for lock in locks)))


def number(text: str) -> int:
    """Return the lock number of a text; two texts that share a number only wait for each other."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), signed=True)
