"""When each shard was last heard, and the times in which it was not.

A shard is one of so many: of all servers it has those whose `(id >> 22) % shards` is its number, and the
first one has the DMs, too. All there is is on shard 0 of 1."""

from collections.abc import Iterable

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load

_SERVER_BITS = 22
"""Discord's documentation, “Sharding”: the number of a server's shard follows from the bits above these."""


class Shard(msgspec.Struct, frozen=True, order=True):
    """One of so many (`shards`)."""

    shard: int = 0
    shards: int = 1

    def has(self, guild: int | None) -> bool:
        """Whether the matches of a server are on it; None: those in private."""
        return ((guild or 0) >> _SERVER_BITS) % self.shards == self.shard


ALL = Shard()
"""The only shard where there is but one: everything is on it."""


class Heard(msgspec.Struct, frozen=True):
    """When a shard was last heard, epoch seconds, and by which host; None: that isn't known."""

    shard: int
    shards: int
    at: int
    host: int | None

    @property
    def of(self) -> Shard:
        """Which shard."""
        return Shard(self.shard, self.shards)


class Outage(msgspec.Struct, frozen=True):
    """A shard was not there from a moment until another one, epoch seconds."""

    shard: int
    shards: int
    began: int
    ended: int

    @property
    def of(self) -> Shard:
        """Which shard."""
        return Shard(self.shard, self.shards)


async def beat(w: Writer, at: int, shards: Iterable[Shard] = (ALL,), host: int | None = None) -> None:
    """These shards are there now, at this host."""
    rows = [dump(Heard(one.shard, one.shards, at, host)) for one in sorted(shards)]
    if rows:
        await w.queries.heartbeat.beat(w, rows)
        await w.queries.heartbeat.forget_others(w, shards=rows[0]["shards"])


async def all_of_them(r: Reader) -> tuple[Heard, ...]:
    """When each shard was last heard."""
    return tuple([load(Heard, row) async for row in r.queries.heartbeat.all(r)])


async def last(r: Reader, shard: Shard = ALL) -> int | None:
    """When a shard was last heard; None: never yet. If there were more or fewer shards so far, it was there
    at least until the first of those fell silent."""
    known = await all_of_them(r)
    own = [heard.at for heard in known if heard.of == shard]
    return min(own or [heard.at for heard in known if heard.shards != shard.shards], default=None)


async def add_outage(w: Writer, began: int, ended: int, shard: Shard = ALL) -> None:
    """A shard was not there from `began` to `ended`."""
    await w.queries.heartbeat.add_outage(w, **dump(Outage(shard.shard, shard.shards, began, ended)))


async def clip_outages(w: Writer, at: int, shard: Shard = ALL) -> None:
    """Nothing is known of a shard in the time after a moment."""
    await w.queries.heartbeat.drop_outages(w, at=at, **dump(shard))
    await w.queries.heartbeat.cut_outages(w, at=at, **dump(shard))


async def outages(r: Reader, since: int) -> tuple[Outage, ...]:
    """All outages that ended after a moment, in order."""
    return tuple([load(Outage, row) async for row in r.queries.heartbeat.outages(r, since=since)])
