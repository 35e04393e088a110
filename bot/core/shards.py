"""The gateway shards that this process has, and their connections."""

from __future__ import annotations

from collections.abc import Iterable

from storage.tables.heartbeat import ALL, Shard


class Shards:
    """The shards that this process has (`held`), and those of them that are connected (`there`).

    A shard counts as connected after the time without it was given back. Without a gateway there is one,
    connected.
    """

    def __init__(self) -> None:
        self.held: frozenset[Shard] = frozenset({ALL})
        self.there: frozenset[Shard] = self.held

    def hold(self, numbers: Iterable[int], count: int) -> None:
        """Take the shards of these numbers, out of `count`; new ones aren't connected yet."""
        self.held = frozenset(Shard(number, count) for number in numbers)
        self.there &= self.held

    def came(self, shards: Iterable[Shard]) -> None:
        """Note that these shards are connected."""
        self.there |= self.held & frozenset(shards)

    def went(self, shards: Iterable[Shard]) -> None:
        """Note that these shards aren't connected anymore."""
        self.there -= frozenset(shards)

    @property
    def all_there(self) -> bool:
        """Whether all shards of this process are connected."""
        return self.there >= self.held

    def of(self, guild: int | None) -> Shard | None:
        """Return the shard of a server's matches, or (None) of private ones, if this process has it."""
        return next((shard for shard in self.held if shard.has(guild)), None)
