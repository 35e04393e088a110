"""Locks that hold between processes: PostgreSQL's advisory ones, each a number."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

HOSTS = 0x510B
"""The first half of the locks that hosts hold as long as they live; the second is the host's number. Locks of
two halves are never those of one whole number."""
MIGRATING = "migrations"


def beginning(alone: Iterable[str]) -> str:
    """What begins a transaction that needs these for itself, in one round trip. Everybody takes locks in the
    same order, so nobody waits for somebody who waits for them; and what follows sees all that was committed
    under them."""
    locks = sorted({number(one) for one in alone})
    return "".join(("BEGIN", *(f"; SELECT pg_advisory_xact_lock({lock})" for lock in locks)))


def number(text: str) -> int:
    """The lock of a text; two texts that share one only wait for each other."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), signed=True)
