"""Which shards of the gateway this process has, and over which of them people reach it."""

from __future__ import annotations

from collections.abc import Iterable

from storage.tables.heartbeat import ALL, Shard


class Shards:
    """`held`: what this process has; `there`: those of them that are there, after the time without them was
    given back. Without a gateway there is one, and it is there."""

    def __init__(self) -> None:
        self.held: frozenset[Shard] = frozenset({ALL})
        self.there: frozenset[Shard] = self.held

    def hold(self, numbers: Iterable[int], count: int) -> None:
        """This process has the shards of these numbers, of so many; those that are new aren't there yet."""
        self.held = frozenset(Shard(number, count) for number in numbers)
        self.there &= self.held

    def came(self, shards: Iterable[Shard]) -> None:
        """People reach us over these shards."""
        self.there |= self.held & frozenset(shards)

    def went(self, shards: Iterable[Shard]) -> None:
        """They don't any more."""
        self.there -= frozenset(shards)

    @property
    def all_there(self) -> bool:
        """Whether none is missing."""
        return self.there >= self.held

    def of(self, guild: int | None) -> Shard | None:
        """The shard of a server's matches, if this process has it; None as `guild`: matches in private."""
        return next((one for one in self.held if one.has(guild)), None)
