"""The processes that host a database together: who is there, since when, and who is leaving.

Whether one is still alive is not for this table to say but for the lock that it holds (`Database.alive`)."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """One process; `id`: its `Database.host`; `version`: of the program; `began` and `seen`: epoch seconds;
    `draining`: it finishes what it has, takes nothing new, and leaves."""

    id: int
    version: str
    began: int
    seen: int
    draining: bool = False


async def join(w: Writer, host: Host) -> None:
    """It is there from now on."""
    await w.queries.hosts.join(w, **dump(host))


async def beat(w: Writer, id: int, at: int) -> bool:
    """It is still there. False: it isn't on the list any more, because somebody took it for dead."""
    return await w.queries.hosts.beat(w, id=id, at=at) is not None


async def drain(w: Writer, id: int) -> bool:
    """From now on it takes nothing new. False: it isn't on the list."""
    return await w.queries.hosts.drain(w, id=id) is not None


async def leave(w: Writer, id: int) -> bool:
    """It is gone, or dead. False: somebody else has noted that before."""
    return await w.queries.hosts.leave(w, id=id) is not None


async def all_of_them(r: Reader) -> list[Host]:
    """All that have joined and not left, by their numbers."""
    return [load(Host, row) async for row in r.queries.hosts.all_of_them(r)]


async def moment(r: Reader) -> float | None:
    """The time by the database server's clock, epoch seconds; None: it has none of its own."""
    at: float | None = await r.queries.hosts.moment(r)
    return at
