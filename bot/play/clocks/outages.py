"""When people couldn't reach us, for each match by its shard: no clock of it ran meanwhile.

Every process writes what its own shards have lost, so it's read where it matters and kept nowhere."""

from __future__ import annotations

from typing import Protocol

import msgspec

from bot.core.clock import GRACE_SECONDS, Jump, Spans, after_jump
from bot.core.clock_pauses import DAY
from bot.core.shards import Shards
from storage.engine.handle import Reader
from storage.tables import heartbeat
from storage.tables.heartbeat import Outage, Shard

LONGEST_TURN_SECONDS = 365 * DAY
"""An outage longer ago than this touches no turn under way."""


class Process(Protocol):
    """What is asked of this process, which is an AppContext."""

    unwritten: tuple[Jump, ...]
    shards: Shards
    unanswered: int | None

    def now(self) -> int: ...


class Outages(msgspec.Struct, frozen=True):
    """What was `written`, and the `jumps` of time of this process that aren't yet, which concern the shards
    that it has (`held`)."""

    written: tuple[Outage, ...] = ()
    jumps: tuple[Jump, ...] = ()
    held: frozenset[Shard] = frozenset()

    def of(self, guild: int | None) -> Spans:
        """Those of a server's matches, or (None) of private ones; in order, they may overlap."""
        spans: Spans = tuple((one.began, one.ended) for one in self.written if one.of.has(guild))
        if any(shard.has(guild) for shard in self.held):
            for jump in self.jumps:
                spans = after_jump(spans, jump)
        return spans


class Noticed(msgspec.Struct, frozen=True):
    """What this process knows at a moment (`now`) that isn't written; `there`: the shards over which people
    reach us now. Noticed before the rows are read: it's better to find twice what is written in between than
    not at all."""

    now: int
    jumps: tuple[Jump, ...]
    held: frozenset[Shard]
    there: frozenset[Shard]

    async def known(self, r: Reader) -> Outages:
        """All outages as they are known at that moment."""
        return Outages(await heartbeat.outages(r, self.now - LONGEST_TURN_SECONDS), self.jumps, self.held)

    async def until_now(self, r: Reader, guild: int | None) -> Spans:
        """The outages of a match, for whoever writes what its clock has left: also the one that isn't over,
        or that another process is just writing. It couldn't be given back any more."""
        # A heartbeat comes with what it hides, so whoever reads it first misses neither.
        heard = await heartbeat.all_of_them(r)
        spans = (await self.known(r)).of(guild)
        if any(shard.has(guild) for shard in self.there):
            return spans
        latest = max((one.at for one in heard if one.of.has(guild)), default=self.now)
        under_way = ((latest, self.now),) if self.now - latest > GRACE_SECONDS else ()
        return tuple(sorted((*spans, *under_way)))


def noticed(app: Process) -> Noticed:
    """What this process knows now."""
    there = app.shards.there if app.unanswered is None else frozenset[Shard]()
    return Noticed(app.now(), app.unwritten, app.shards.held, there)


async def known(r: Reader, app: Process) -> Outages:
    """All outages as they are known at this moment, which has just been looked at."""
    return await noticed(app).known(r)


async def of_match(r: Reader, app: Process, guild: int | None) -> Spans:
    """The outages of a match on a server, or (None) in private."""
    return (await known(r, app)).of(guild)


async def until_now(r: Reader, app: Process, guild: int | None) -> Spans:
    """The same for whoever writes what its clock has left; see `Noticed`."""
    return await noticed(app).until_now(r, guild)


async def heard_until(r: Reader, app: Process, guild: int | None) -> int | None:
    """Until when it's certain that people could reach a match: now, over a shard of ours that is there; when
    it was last heard, over one that another process has; None: one of ours is gone."""
    mine = app.shards.of(guild)
    if mine is not None:
        return app.now() if mine in app.shards.there else None
    known = await heartbeat.all_of_them(r)
    return max((heard.at for heard in known if heard.of.has(guild)), default=None)
