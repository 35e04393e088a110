"""When the host was last alive."""

from storage.handle import Reader, Writer


async def beat(w: Writer, at: int) -> None:
    """The host is alive now."""
    await w.queries.heartbeat.beat(w, at=at)


async def last(r: Reader) -> int | None:
    """When it last said so; None: never yet."""
    at: int | None = await r.queries.heartbeat.last(r)
    return at
