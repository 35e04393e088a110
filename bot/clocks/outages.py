"""When people couldn't reach us, for each match by its shard: no clock of it ran meanwhile.

Every process writes what its own shards have lost, so it's read where it matters and kept nowhere."""

from __future__ import annotations

import msgspec

from bot.clocks.clock_pauses import DAY
from bot.core.app_context import AppContext
from bot.core.clock import Jump, Spans, after_jump
from storage import heartbeat
from storage.handle import Reader
from storage.heartbeat import Outage, Shard

LONGEST_TURN_SECONDS = 365 * DAY
"""An outage longer ago than this touches no turn under way."""


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
    """What this process knows at a moment (`now`) that isn't written. Noticed before the rows are read: it's
    better to find twice what is written in between than not at all."""

    now: int
    jumps: tuple[Jump, ...]
    held: frozenset[Shard]

    async def known(self, r: Reader) -> Outages:
        """All outages as they are known at that moment."""
        return Outages(await heartbeat.outages(r, self.now - LONGEST_TURN_SECONDS), self.jumps, self.held)


def noticed(app: AppContext) -> Noticed:
    """What this process knows now."""
    return Noticed(app.now(), app.unwritten, app.shards.held)


async def known(r: Reader, app: AppContext) -> Outages:
    """All outages as they are known at this moment, which has just been looked at."""
    return await noticed(app).known(r)


async def of_match(r: Reader, app: AppContext, guild: int | None) -> Spans:
    """The outages of a match on a server, or (None) in private."""
    return (await known(r, app)).of(guild)


async def heard_until(r: Reader, app: AppContext, guild: int | None) -> int | None:
    """Until when it's certain that people could reach a match: now, over a shard of ours that is there; when
    it was last heard, over one that another process has; None: one of ours is gone."""
    mine = app.shards.of(guild)
    if mine is not None:
        return app.now() if mine in app.shards.there else None
    known = await heartbeat.all_of_them(r)
    return max((heard.at for heard in known if heard.of.has(guild)), default=None)
