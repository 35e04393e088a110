"""The heartbeat: the bot's reachability, written regularly, with outages noted in the same transaction."""

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
"""The most rows changed in one transaction, which takes a few milliseconds."""
SOON_SECONDS = 60
"""The seconds after a clock jump's start within which jobs depend on it, not on the time of day."""


async def begin(w: Writer, host: int, before: int, after: int) -> None:
    """Start to move scheduled times back after the clock of the only process was put back."""
    await _go_back(w, GoingBack(host, before, after, SOON_SECONDS, ASIDE), f"{before} {after}", after)


async def carry_on(app: AppContext, due: DueJob) -> None:
    """Move the next rows of scheduled times back, as part of the work that `begin` started."""
    going = msgspec.convert(due.payload, GoingBack)
    async with app.database.write("heartbeat") as w:
        # Each batch must be moved back only once.
        if await scheduled_jobs.mark_done(w, due, app.now()):
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
    """Note that players can reach the bot again over these shards (None: all that it has).

    Return the seconds of the longest outage, or 0. Clocks get the time back since the last heartbeat. The
    cost doesn't depend on the number of matches: an outage is a pause of all clocks (see `due_at`).
    """
    lasted = await _beat(app, app.shards.held if shards is None else shards, are_back=True)
    if lasted > GRACE_SECONDS:
        log.info("players couldn't reach the bot for %d seconds; their clocks get the time back", lasted)
    app.wake()
    return lasted if lasted > GRACE_SECONDS else 0


async def compensate_stop(app: AppContext) -> None:
    """Note, at the start of the only process, an outage of all shards since they were last heard.

    All known shards count, whichever of them this process is going to have.
    """
    async with app.database.read() as r:
        known = [heard.of for heard in await heartbeat.all_of_them(r)]
        is_alone = await app.is_alone(r)
    if is_alone:
        await compensate_outage(app, known or app.shards.held)


async def _beat(app: AppContext, shards: Collection[Shard], *, are_back: bool) -> int:
    """Write the heartbeat of these shards, and in the same transaction the outages that it would hide.

    Outages come from clock jumps and, with `are_back`, from the time since the last heartbeat. Return the
    longest of those times, in seconds.
    """
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
            # The machine's clock was put back while the bot was down.
            await go_back(w, host, latest, now, shards)
        await heartbeat.beat(w, now, shards, host)
    app.wrote(jumps)
    return now - min(since.values(), default=now)


async def beat_forever(app: AppContext) -> None:
    """Write the heartbeat regularly while the bot can be reached; ends by cancellation."""
    while True:
        seconds = BEAT_SECONDS
        try:
            # Skip from the first unanswered request on: it may be the beginning of an outage.
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
    """Write the effects of clock jumps on the shards of a process, in their order.

    While a machine stood still, another process may have taken a shard, whose players then lost no time. With
    several processes, jobs stay due by the other processes' clocks.
    """
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
    return any(beat.of == shard and beat.host not in (None, host) for beat in heard)


async def go_back(w: Writer, host: int, before: int, after: int, shards: Iterable[Shard]) -> None:
    """Move scheduled times back after the clock went from `before` back to `after`.

    Otherwise jobs that were due, are being retried, or would soon be due would wait until the clock is as
    late as before once more.
    """
    for shard in shards:
        await heartbeat.clip_outages(w, after, shard)
    await begin(w, host, before, after)


LONGEST_TURN_SECONDS = 365 * DAY
"""The longest turn; an outage longer ago than this affects no current turn."""


class Process(Protocol):
    """The parts of AppContext that this module needs."""

    unwritten: tuple[Jump, ...]
    shards: Shards
    unanswered: int | None

    def now(self) -> int:
        """Return the current time in Unix seconds."""
        ...


class Outages(msgspec.Struct, frozen=True):
    """All outages that affect this process's clocks.

    Attributes:
        written: The outages in the database.
        jumps: Clock jumps of this process that aren't written yet.
        held: The shards of this process, which the jumps concern.
    """

    written: tuple[Outage, ...] = ()
    jumps: tuple[Jump, ...] = ()
    held: frozenset[Shard] = frozenset()

    def of(self, guild: int | None) -> Spans:
        """Return the outages of a server's matches, or of private ones (None), ordered; they may overlap."""
        spans: Spans = tuple((outage.began, outage.ended) for outage in self.written if outage.of.has(guild))
        if any(shard.has(guild) for shard in self.held):
            for jump in self.jumps:
                spans = after_jump(spans, jump)
        return spans


class Noticed(msgspec.Struct, frozen=True):
    """This process's unwritten knowledge at the time `now`; `there`: shards by which players reach it.

    It's taken before rows are read: an outage written meanwhile is better found twice than not at all.
    """

    now: int
    jumps: tuple[Jump, ...]
    held: frozenset[Shard]
    there: frozenset[Shard]

    async def load_outages(self, r: Reader) -> Outages:
        """Return all outages known at that time."""
        return Outages(await heartbeat.outages(r, self.now - LONGEST_TURN_SECONDS), self.jumps, self.held)

    async def until_now(self, r: Reader, guild: int | None) -> Spans:
        """Return a match's outages with the current one, for code that writes what a clock has left.

        An outage that isn't over, or that another process is about to write, couldn't be given back later.
        """
        # A heartbeat is written together with the outages it hides, so reading it first misses neither.
        heard = await heartbeat.all_of_them(r)
        spans = (await self.load_outages(r)).of(guild)
        if any(shard.has(guild) for shard in self.there):
            return spans
        latest = max((beat.at for beat in heard if beat.of.has(guild)), default=self.now)
        under_way = ((latest, self.now),) if self.now - latest > GRACE_SECONDS else ()
        return tuple(sorted((*spans, *under_way)))


def take_snapshot(app: Process) -> Noticed:
    """Return a snapshot of the time, the unwritten jumps, and this process's shards."""
    there = app.shards.there if app.unanswered is None else frozenset[Shard]()
    return Noticed(app.now(), app.unwritten, app.shards.held, there)


async def load_outages(r: Reader, app: Process) -> Outages:
    """Return all outages known now."""
    return await take_snapshot(app).load_outages(r)


async def of_match(r: Reader, app: Process, guild: int | None) -> Spans:
    """Return the outages of a match on a server, or in private (None)."""
    return (await load_outages(r, app)).of(guild)


async def until_now(r: Reader, app: Process, guild: int | None) -> Spans:
    """Return the outages of a match, the current one included; see `Noticed.until_now`."""
    return await take_snapshot(app).until_now(r, guild)


async def find_reachable_until(r: Reader, app: Process, guild: int | None) -> int | None:
    """Return until when players could certainly reach a match.

    For a connected shard of this process that is now, for another process's shard its last heartbeat; None if
    a shard of this process is disconnected or the shard was never heard.
    """
    mine = app.shards.of(guild)
    if mine is not None:
        return app.now() if mine in app.shards.there else None
    known = await heartbeat.all_of_them(r)
    return max((heard.at for heard in known if heard.of.has(guild)), default=None)
