"""Which process has which shards of the gateway, and which one takes them over.

Transactions that write after they read these rows hold `ALONE`.
"""

from collections.abc import Collection, Iterable

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load

ALONE = "shards"


class Shard(msgspec.Struct, frozen=True, kw_only=True):
    """A shard and the processes concerned with it, each by its `Database.host`.

    Attributes:
        host: The process whose session counts.
        taker: The process that takes it over.
        agreed: Whether the host knows that; both then claim an interaction before they answer it.
        former: The process that had it before and still has a session.
    """

    number: int
    host: int | None = None
    taker: int | None = None
    agreed: bool = False
    former: int | None = None

    @property
    def holder(self) -> int | None:
        """The process that has the shard or takes it over."""
        return self.host if self.taker is None else self.taker


async def count(r: Reader) -> int | None:
    """Return the number of shards of all processes together, or None if it isn't set."""
    found: int | None = await r.queries.shards.count(r)
    return found


async def set_count(w: Writer, count: int) -> None:
    """Set the number of shards, and make all of them free."""
    await w.queries.shards.set_count(w, shards=count)
    await w.queries.shards.clear(w)
    await put(w, [Shard(number=number) for number in range(count)])


async def put(w: Writer, shards: Iterable[Shard]) -> None:
    """Store the state of shards."""
    for shard in shards:
        await w.queries.shards.put(w, **dump(shard))


async def all_of_them(r: Reader) -> tuple[Shard, ...]:
    """Return all shards by number."""
    return tuple([load(Shard, row) async for row in r.queries.shards.all_of_them(r)])


async def answer_alone(w: Writer, interaction: int, at: int) -> bool:
    """Record that this process answers an interaction; return False if another process was first."""
    return await w.queries.shards.answer_alone(w, interaction=interaction, at=at) is not None


async def forget_answers(w: Writer, before: int) -> None:
    """Delete the records of answers before a time."""
    await w.queries.shards.forget_answers(w, before=before)


async def seconds_until_start(r: Reader, key: int, now: int, others: Collection[int]) -> int:
    """Return the seconds that a session of a key must wait for one of the other processes, at least 0.

    The key is the shard's number modulo max_concurrency. Source: Discord's documentation, “Sharding”.
    """
    latest = await r.queries.shards.latest_start(r, key=key)
    return max(0, latest["free_at"] - now) if latest is not None and latest["host"] in others else 0


async def put_start(w: Writer, key: int, host: int, free_at: int) -> None:
    """Record that a process begins a session of a key, so that the next may begin at `free_at`."""
    await w.queries.shards.put_start(w, key=key, host=host, free_at=free_at)
