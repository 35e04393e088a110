"""When each shard was last connected, and the outages.

A shard has the servers for which `(id >> 22) % shards` is its number, and the first one also has the direct
messages. Without sharding, everything is on shard 0 of 1.
"""

from collections.abc import Iterable

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import dump, load

_SERVER_BITS = 22
"""The number of low bits of a server's id that don't determine its shard.

Source: Discord's documentation, “Sharding”.
"""


class Shard(msgspec.Struct, frozen=True, order=True):
    """A shard's number, and the number of shards."""

    shard: int = 0
    shards: int = 1

    def has(self, guild: int | None) -> bool:
        """Return whether the shard has the matches of a server, or private ones (None)."""
        return ((guild or 0) >> _SERVER_BITS) % self.shards == self.shard


ALL = Shard()
"""The only shard when there is just one: everything is on it."""


class Heard(msgspec.Struct, frozen=True):
    """When a shard was last connected, in epoch seconds, and to which process (None if unknown)."""

    shard: int
    shards: int
    at: int
    host: int | None

    @property
    def of(self) -> Shard:
        """The shard."""
        return Shard(self.shard, self.shards)


class Outage(msgspec.Struct, frozen=True):
    """A time in which a shard was disconnected, in epoch seconds."""

    shard: int
    shards: int
    began: int
    ended: int

    @property
    def of(self) -> Shard:
        """The shard."""
        return Shard(self.shard, self.shards)


async def beat(w: Writer, at: int, shards: Iterable[Shard] = (ALL,), host: int | None = None) -> None:
    """Record that these shards are connected now, to this process.

    Once all shards of this count are recorded, the rows of other counts are deleted.
    """
    rows = [dump(Heard(shard.shard, shard.shards, at, host)) for shard in sorted(shards)]
    if rows:
        await w.queries.heartbeat.beat(w, rows)
        await w.queries.heartbeat.forget_others(w, shards=rows[0]["shards"])


async def all_of_them(r: Reader) -> tuple[Heard, ...]:
    """Return when each shard was last connected."""
    return tuple([load(Heard, row) async for row in r.queries.heartbeat.all(r)])


async def last(r: Reader, shard: Shard = ALL) -> int | None:
    """Return when a shard was last connected, or None if it never was.

    After a change of the number of shards, it counts as connected until the first of the old ones went
    silent.
    """
    known = await all_of_them(r)
    own = [heard.at for heard in known if heard.of == shard]
    return min(own or [heard.at for heard in known if heard.shards != shard.shards], default=None)


async def add_outage(w: Writer, began: int, ended: int, shard: Shard = ALL) -> None:
    """Record that a shard was disconnected from `began` to `ended`."""
    await w.queries.heartbeat.add_outage(w, **dump(Outage(shard.shard, shard.shards, began, ended)))


async def clip_outages(w: Writer, at: int, shard: Shard = ALL) -> None:
    """Delete or shorten a shard's outages after a moment, since nothing is known of that time."""
    await w.queries.heartbeat.drop_outages(w, at=at, **dump(shard))
    await w.queries.heartbeat.cut_outages(w, at=at, **dump(shard))


async def outages(r: Reader, since: int) -> tuple[Outage, ...]:
    """Return all outages that ended after a moment, in order."""
    return tuple([load(Outage, row) async for row in r.queries.heartbeat.outages(r, since=since)])
