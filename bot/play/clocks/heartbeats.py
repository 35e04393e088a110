"""The heartbeat: that the host can be reached is written down again and again, and in the same transaction
how it could not be."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from typing import Protocol

import msgspec

from bot.core.app_context import AppContext
from bot.core.clock import GRACE_SECONDS, Jump, Spans, after_jump
from bot.core.clock_pauses import DAY
from bot.core.jobs import HEARD_SECONDS
from bot.core.notices import ASIDE
from bot.core.shards import Shards
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, ScheduledJob
from storage.tables import going_back, heartbeat, scheduled_jobs
from storage.tables.going_back import GoingBack
from storage.tables.heartbeat import Heard, Outage, Shard

WENT_BACK = "went back"
ROWS = 200
"""So many are changed in one go, which takes a few milliseconds."""
SOON_SECONDS = 60
"""What was to happen so soon after a moment hangs on that moment, and not on the time of day."""


async def begin(w: Writer, host: int, before: int, after: int) -> None:
    """The clock of the only host was put back from one moment to another."""
    await _go_back(w, GoingBack(host, before, after, SOON_SECONDS, ASIDE), f"{before} {after}", after)


async def carry_on(app: AppContext, due: DueJob) -> None:
    """The next rows."""
    going = msgspec.convert(due.payload, GoingBack)
    async with app.database.write("heartbeat") as w:
        # Nothing goes back twice.
        if await scheduled_jobs.done(w, due, app.now()):
            await _go_back(w, going, due.subject, app.now())
    app.wake()


async def _go_back(w: Writer, going: GoingBack, subject: str, now: int) -> None:
    left = await going_back.go_back(w, going, ROWS, now)
    if left is not None:
        job = ScheduledJob(kind=WENT_BACK, subject=subject, due_at=now, payload=msgspec.to_builtins(left))
        await scheduled_jobs.set(w, job)


log = logging.getLogger(__name__)

BEAT_SECONDS = 60


async def compensate_outage(app: AppContext, shards: Collection[Shard] | None = None) -> int:
    """People can reach the host again over these shards (None: over all it has): nobody's clock has run since
    they were last heard. The seconds of the longest outage; 0 when there was none.

    It costs the same however many matches there are: an outage is a rest of all clocks (`due_at`)."""
    lasted = await _beat(app, app.shards.held if shards is None else shards, are_back=True)
    if lasted > GRACE_SECONDS:
        log.info("players couldn't reach the bot for %d seconds; their clocks get the time back", lasted)
    app.wake()
    return lasted if lasted > GRACE_SECONDS else 0


async def compensate_stop(app: AppContext) -> None:
    """At the start of the only host: nobody has held any shard since it was last heard, whichever of them it
    is going to have."""
    async with app.database.read() as r:
        known = [heard.of for heard in await heartbeat.all_of_them(r)]
        is_alone = await app.is_alone(r)
    if is_alone:
        await compensate_outage(app, known or app.shards.held)


async def _beat(app: AppContext, shards: Collection[Shard], *, are_back: bool) -> int:
    """Write the heartbeat of these shards, and in the same transaction what it would hide: how long nobody
    could reach us, by jumps of time and, where they `are_back`, since the last one. The seconds since."""
    host = app.database.host
    async with app.database.write("heartbeat") as w:
        now, is_alone = app.now(), await app.is_alone(w)
        jumps, since = app.unwritten, dict.fromkeys(shards, now)
        if are_back:
            since |= {shard: at for shard in shards if (at := await heartbeat.last(w, shard)) is not None}
        believed = [jump for jump in jumps if app.discord_time.believes(*jump)]
        await write_jumps(w, believed, app.shards.held, is_alone=is_alone, host=host)
        for shard, at in since.items():
            if now - at > GRACE_SECONDS:
                await heartbeat.add_outage(w, at, now, shard)
        latest = max(since.values(), default=now)
        is_back = now < latest and not any(jump.after < jump.before for jump in jumps)
        if is_alone and is_back and app.discord_time.believes(latest, now):
            # The machine's clock was put back while the host was down.
            await go_back(w, host, latest, now, shards)
        await heartbeat.beat(w, now, shards, host)
    app.wrote(jumps)
    return now - min(since.values(), default=now)


async def beat_forever(app: AppContext) -> None:
    """Say again and again that the host can be reached, while it can; ends by cancellation."""
    while True:
        seconds = BEAT_SECONDS
        try:
            # From the first request on that isn't answered: it may be the beginning of an outage.
            if app.shards.there and app.unanswered is None:
                await _beat(app, app.shards.there, are_back=False)
            async with app.database.read() as r:
                seconds = BEAT_SECONDS if await app.is_alone(r) else HEARD_SECONDS
        except Exception:
            log.exception("couldn't write the heartbeat; check the disk")
        await app.clock.until(app.now() + seconds)


async def write_jumps(
    w: Writer, jumps: Iterable[Jump], held: Collection[Shard], *, is_alone: bool, host: int
) -> None:
    """Keep what jumps of time have done to the shards of a host, in their order.

    While a machine stood still, another host may have taken a shard: nobody of it has lost any time. Where
    there are several hosts, what is due is due by the others' clocks."""
    heard = await heartbeat.all_of_them(w)
    own = [shard for shard in held if not _is_elsewhere(heard, shard, host)]
    for jump in jumps:
        before, after = int(jump.before), int(jump.after)
        if before < after:
            for shard in own:
                await heartbeat.add_outage(w, before, after, shard)
        elif before > after and is_alone:
            await go_back(w, host, before, after, held)


def _is_elsewhere(heard: Iterable[Heard], shard: Shard, host: int) -> bool:
    return any(one.of == shard and one.host not in (None, host) for one in heard)


async def go_back(w: Writer, host: int, before: int, after: int, shards: Iterable[Shard]) -> None:
    """Time went back: what was due, is tried again, or would have come soon does not wait until it is as late
    as that once more."""
    for shard in shards:
        await heartbeat.clip_outages(w, after, shard)
    await begin(w, host, before, after)


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
