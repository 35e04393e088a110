"""Which process has which shards of the gateway, and who is to get them.

Whoever reads these rows and then writes them does so in a transaction that holds `ALONE`."""

from collections.abc import Collection, Iterable

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load

ALONE = "shards"


class Shard(msgspec.Struct, frozen=True, kw_only=True):
    """One shard; the processes are their `Database.host`. `host`: whose session counts; `taker`: who gets it
    next; `agreed`: the host knows that, and both ask before they answer; `former`: who had it before and
    still has a session."""

    number: int
    host: int | None = None
    taker: int | None = None
    agreed: bool = False
    former: int | None = None

    @property
    def holder(self) -> int | None:
        """Whose it is, or is going to be."""
        return self.host if self.taker is None else self.taker


async def count(r: Reader) -> int | None:
    """How many shards all processes use; None: nobody has set that yet."""
    found: int | None = await r.queries.shards.count(r)
    return found


async def found(w: Writer, count: int) -> None:
    """From now on there are so many shards, all of them free."""
    await w.queries.shards.set_count(w, shards=count)
    await w.queries.shards.clear(w)
    await put(w, [Shard(number=number) for number in range(count)])


async def put(w: Writer, shards: Iterable[Shard]) -> None:
    """Keep what has become of shards."""
    for shard in shards:
        await w.queries.shards.put(w, **dump(shard))


async def all_of_them(r: Reader) -> tuple[Shard, ...]:
    """All shards, by their numbers."""
    return tuple([load(Shard, row) async for row in r.queries.shards.all_of_them(r)])


async def answer_alone(w: Writer, interaction: int, at: int) -> bool:
    """Whether the caller is the first who wants to answer an interaction."""
    return await w.queries.shards.answer_alone(w, interaction=interaction, at=at) is not None


async def forget_answers(w: Writer, before: int) -> None:
    """Forget who has answered what long ago."""
    await w.queries.shards.forget_answers(w, before=before)


async def seconds_until_start(r: Reader, key: int, now: int, others: Collection[int]) -> int:
    """How long a session of a key has to wait for that of one of these other processes."""
    latest = await r.queries.shards.latest_start(r, key=key)
    return max(0, latest["free_at"] - now) if latest is not None and latest["host"] in others else 0


async def put_start(w: Writer, key: int, host: int, free_at: int) -> None:
    """A process begins a session of a key; the next one may begin at `free_at`."""
    await w.queries.shards.put_start(w, key=key, host=host, free_at=free_at)
