"""What nobody needs any more: found some rows at a time, and deleted in short transactions.

Never what a record, a replay, a verification, a rating or a profile is made of: matches, their seats and
actions, what they changed, and people are kept for good. So is a challenge that became a match."""

from collections.abc import Sequence

import msgspec

from storage.engine.handle import Reader, Writer

TABLES = ("outbox", "deadlines", "challenges", "seeks", "offers", "conditions", "server_log", "reports")
"""Where rows are deleted, in the order in which that's done."""
_NUMBERED = ("outbox", "deadlines", "server_log", "reports")

Key = int | str


class Window(msgspec.Struct, frozen=True):
    """Some rows of a table in the order of their keys. `last`: the key of the last one looked at; None: there
    are no more. `stale`: the keys of those that nobody needs."""

    last: Key | None
    stale: tuple[Key, ...]


def first(table: str) -> Key:
    """A key before all others of a table."""
    return 0 if table in _NUMBERED else ""


async def window(r: Reader, table: str, after: Key, before: int, limit: int) -> Window:
    """The next rows of a table; `before`: what was over by that moment is needed no longer."""
    found = [
        row async for row in getattr(r.queries.retention, table)(r, after=after, before=before, limit=limit)
    ]
    stale = tuple(row["key"] for row in found if row["stale"])
    return Window(found[-1]["key"] if found else None, stale)


async def drop(w: Writer, table: str, keys: Sequence[Key]) -> None:
    """Delete rows, but none that has come to be needed again since it was found."""
    await getattr(w.queries.retention, f"drop_{table}")(w, [{"key": key} for key in keys])
