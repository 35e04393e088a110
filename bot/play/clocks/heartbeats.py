"""The heartbeat: that the host can be reached is written down again and again, and in the same transaction
how it could not be."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable

import msgspec

from bot.core.app_context import AppContext
from bot.core.clock import GRACE_SECONDS, Jump
from bot.core.jobs import HEARD_SECONDS
from bot.core.notices import ASIDE
from storage.engine.handle import Writer
from storage.rows import DueJob, ScheduledJob
from storage.tables import going_back, heartbeat, scheduled_jobs
from storage.tables.going_back import GoingBack
from storage.tables.heartbeat import Heard, Shard

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
