"""How processes share the gateway's shards: pure functions of the table of shards, from one process's view.

A process keeps its shards, takes free ones, and asks for shards of processes that leave or have at least two
more than it. Handing a shard over takes four steps: the taker asks for it, the host agrees, the taker opens a
session with all its servers and becomes the host, the former host closes its session. From the second to the
last both have a session, and both ask the database before they answer anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from typing import NamedTuple

from msgspec.structs import replace

from storage.tables.shards import Shard

Shards = tuple[Shard, ...]


class Sight(NamedTuple):
    """A process's knowledge of the cluster: itself, the other processes, and the servers of each shard.

    Attributes:
        me: The id of the process.
        alive: All running processes.
        working: Those of them that take shards.
        leaving: Those of them that hand their shards over.
        open: The shards with which this process has or opens a session.
        ready: The shards of which it knows all servers.
    """

    me: int
    alive: Set[int]
    working: Set[int]
    leaving: Set[int] = frozenset()
    open: Set[int] = frozenset()
    ready: Set[int] = frozenset()


def plan_shards(shards: Iterable[Shard], sight: Sight) -> Shards:
    """Return the shards after all claims and releases that this process may make now."""
    mended = tuple(_carry_on(_drop_gone(shard, sight), sight) for shard in shards)
    return _take_share(mended, sight) if sight.me in sight.working else mended


def list_wanted(shards: Iterable[Shard], me: int) -> tuple[int, ...]:
    """Return the numbers of the shards with which a process should have a session."""
    return tuple(shard.number for shard in shards if me == shard.host or (me == shard.taker and shard.agreed))


def is_between(shard: Shard) -> bool:
    """Return whether two processes have a session with a shard, or are about to."""
    return shard.taker is not None or shard.former is not None


def _drop_gone(shard: Shard, sight: Sight) -> Shard:
    """Return the shard's row without an owner or a claimant that has stopped or is stopping."""
    host = shard.host if shard.host in sight.alive else None
    taker = shard.taker if shard.taker in sight.alive - sight.leaving else None
    former = shard.former if shard.former in sight.alive else None
    if host is None and taker is not None:
        host, taker = taker, None
    return replace(shard, host=host, taker=taker, agreed=shard.agreed and taker is not None, former=former)


def _carry_on(shard: Shard, sight: Sight) -> Shard:
    """Return a shard after the next step of its handover, if that is up to this process."""
    me, number = sight.me, shard.number
    if shard.taker is not None and shard.host == me:
        return replace(shard, agreed=True)
    if shard.taker == me and shard.agreed and number in sight.ready and shard.former is None:
        return replace(shard, host=me, taker=None, agreed=False, former=shard.host)
    if shard.former == me and number not in sight.open:
        return replace(shard, former=None)
    return shard


def _take_share(shards: Shards, sight: Sight) -> Shards:
    """Return the shards after this process has taken or asked for its share."""
    found = {shard.number: shard for shard in shards}
    most = -(-len(found) // len(sight.working))
    for shard in shards:
        if _count_held(found)[sight.me] >= most:
            break
        if shard.holder is None:
            found[shard.number] = replace(shard, host=sight.me)
        elif shard.taker is None and shard.host not in sight.working:
            found[shard.number] = replace(shard, taker=sight.me)
    while (richer := _of_the_richest(found, sight)) is not None:
        found[richer.number] = replace(richer, taker=sight.me)
    return tuple(found.values())


def _of_the_richest(found: dict[int, Shard], sight: Sight) -> Shard | None:
    """Return the last shard of the process that has most, if it has at least two more than this one."""
    held = _count_held(found)
    host = max(sorted(sight.working), key=lambda one: held[one])
    if held[host] < held[sight.me] + 2:
        return None
    theirs = [shard for shard in found.values() if shard.host == host and not is_between(shard)]
    return theirs[-1] if theirs else None


def _count_held(found: dict[int, Shard]) -> Counter[int | None]:
    return Counter(shard.holder for shard in found.values())
