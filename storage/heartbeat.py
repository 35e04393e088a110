"""When the host was last heard, and the times in which it was not."""

from storage.handle import Reader, Writer

Outage = tuple[int, int]
"""From a moment until another one, epoch seconds."""


async def beat(w: Writer, at: int) -> None:
    """The host is there now."""
    await w.queries.heartbeat.beat(w, at=at)


async def last(r: Reader) -> int | None:
    """When it last said so; None: never yet."""
    at: int | None = await r.queries.heartbeat.last(r)
    return at


async def add_outage(w: Writer, began: int, ended: int) -> None:
    """It was not there from `began` to `ended`."""
    await w.queries.heartbeat.add_outage(w, began=began, ended=ended)


async def clip_outages(w: Writer, at: int) -> None:
    """Nothing is known of the time after a moment."""
    await w.queries.heartbeat.drop_outages(w, at=at)
    await w.queries.heartbeat.cut_outages(w, at=at)


async def outages(r: Reader, since: int) -> tuple[Outage, ...]:
    """All outages that ended after a moment, in order."""
    return tuple([(row["began"], row["ended"]) async for row in r.queries.heartbeat.outages(r, since=since)])
