"""Deletion of rows that are no longer needed, found in batches and deleted in short transactions.

Kept for good is what records, replays, verification, ratings and profiles need: matches with their seats and
actions, rating changes, people, and challenges that led to a match.
"""

from collections.abc import Sequence

import msgspec

from storage.engine.handle import Reader, Writer

TABLES = ("outbox", "deadlines", "challenges", "seeks", "offers", "conditions", "server_log", "reports")
"""The tables from which rows are deleted, in this order."""
_NUMBERED = ("outbox", "deadlines", "server_log", "reports")

Key = int | str


class Window(msgspec.Struct, frozen=True):
    """A batch of rows in the order of their keys: the last key (None at the end), and the stale ones."""

    last: Key | None
    stale: tuple[Key, ...]


def first(table: str) -> Key:
    """Return a key before all others of a table."""
    return 0 if table in _NUMBERED else ""


async def window(r: Reader, table: str, after: Key, before: int, limit: int) -> Window:
    """Return the next batch of a table; what ended by `before` (epoch seconds) is stale."""
    found = [
        row async for row in getattr(r.queries.retention, table)(r, after=after, before=before, limit=limit)
    ]
    stale = tuple(row["key"] for row in found if row["stale"])
    return Window(found[-1]["key"] if found else None, stale)


async def drop(w: Writer, table: str, keys: Sequence[Key]) -> None:
    """Delete rows, except those that have come to be needed since they were found."""
    await getattr(w.queries.retention, f"drop_{table}")(w, [{"key": key} for key in keys])
