"""The processes that share the database: their versions, start times and departures.

Whether a process is alive is shown by its lock (`Database.alive`), not by this table.
"""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """A process, by its `Database.host`, with its program's version; `began` and `seen` are epoch seconds.

    A draining process finishes its work, takes no more, and leaves.
    """

    id: int
    version: str
    began: int
    seen: int
    draining: bool = False


async def join(w: Writer, host: Host) -> None:
    """Add a process to the list."""
    await w.queries.hosts.join(w, **dump(host))


async def beat(w: Writer, id: int, at: int) -> bool:
    """Record that a process is active; return False if it was removed from the list as dead."""
    return await w.queries.hosts.beat(w, id=id, at=at) is not None


async def drain(w: Writer, id: int) -> bool:
    """Record that a process takes no new work; return False if it isn't on the list."""
    return await w.queries.hosts.drain(w, id=id) is not None


async def leave(w: Writer, id: int) -> bool:
    """Remove a process that has left or died; return False if another process already did."""
    return await w.queries.hosts.leave(w, id=id) is not None


async def all_of_them(r: Reader) -> list[Host]:
    """Return all processes on the list, by number."""
    return [load(Host, row) async for row in r.queries.hosts.all_of_them(r)]


async def moment(r: Reader) -> float | None:
    """Return the time of the database server's clock in epoch seconds, or None for a file."""
    at: float | None = await r.queries.hosts.moment(r)
    return at
