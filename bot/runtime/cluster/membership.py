"""The membership of the processes that run the bot together: joining, heartbeats, and cleaning up.

A process is alive while it holds its lock (`Database.alive`), which the database releases when the process
dies. So a slow process isn't taken for dead, and other processes needn't wait for a time-out.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from bot.core.app_context import AppContext
from bot.core.clock import Clock
from bot.core.looping import alike
from storage.engine.database import Database
from storage.engine.errors import ClockDiffers
from storage.engine.handle import Writer
from storage.tables import hosts, outbox, scheduled_jobs, shards, uses
from storage.tables.hosts import Host

log = logging.getLogger(__name__)

LOOK_SECONDS = 1
BEAT_SECONDS = 60
SKEW_SECONDS = 5
"""Most seconds between a machine's clock and the database server's; between two machines, twice as many."""
_ANSWERS_KEPT_SECONDS = 900
"""Seconds to keep claims on interactions: longer than signatures are valid; Discord takes answers as long."""
_USES_KEPT_SECONDS = 86_400
"""Seconds to keep records of people's actions: longer than any limit on them lasts."""
_TOGETHER = "hosts"
"""The lock of each transaction that changes the list of processes."""


async def check_clock(database: Database, clock: Clock) -> None:
    """Raise ClockDiffers if this machine's clock is too far from the database server's.

    All clocks are compared with the server's, because processes rely on the times that others write.
    """
    async with database.read() as r:
        theirs, ours = await hosts.moment(r), clock.now()
    if theirs is not None and abs(ours - theirs) > SKEW_SECONDS:
        raise ClockDiffers(ours - theirs)


async def join(app: AppContext) -> None:
    """Add this process to the list, and free what dead processes were doing."""
    now = app.now()
    async with app.database.write(_TOGETHER) as w:
        await hosts.join(w, Host(id=app.database.host, version=_version(), began=now, seen=now))
        # Under its former number, this process may have taken something after it was struck off.
        await _free(w)
    await look(app)


async def drain(app: AppContext) -> None:
    """Mark this process as leaving: it takes nothing new that lasts, and others take over what it has."""
    async with app.database.write(_TOGETHER) as w:
        await hosts.drain(w, app.database.host)


async def leave(app: AppContext) -> None:
    """Strike this process off the list and free what it had, once nothing of it works anymore."""
    async with app.database.write(_TOGETHER) as w:
        await hosts.leave(w, app.database.host)
        await _free(w)


async def look_forever(app: AppContext) -> None:
    """Look for changes among the processes every second, or if there can't be others, with each heartbeat."""
    seconds = LOOK_SECONDS if app.database.is_shared else BEAT_SECONDS
    while True:
        try:
            await look(app)
        except Exception as error:
            told = "couldn't look which processes host the bot: %s"
            log.warning(told, type(error).__name__, extra=alike("hosts"))
        await app.clock.until(app.now() + seconds)


async def look(app: AppContext) -> None:
    """Record which processes are alive, send a heartbeat, and free what dead processes were doing."""
    async with app.database.read() as r:
        listed = await hosts.all_of_them(r)
    # Read after the list: each process holds its lock before it gets there.
    alive = await app.database.alive()
    app.hosts = tuple(host for host in listed if host.id in alive)
    await _be_seen(app)
    dead = [host for host in listed if host.id not in alive]
    if dead:
        await reap(app, dead)
    if len(app.hosts) > 1:
        # A notification from another process may have been lost.
        app.look()


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


async def reap(app: AppContext, dead: Iterable[Host]) -> None:
    """Strike dead processes off the list, and free what they were doing; of several reapers, one succeeds."""
    async with app.database.write(_TOGETHER) as w:
        gone = [host for host in dead if await hosts.leave(w, host.id)]
        freed = await _free(w)
    for host in gone:
        told = "a process that hosted the bot is gone (%s); what it was doing is taken over"
        log.warning(told, f"version {host.version}, up since {_moment(host.began)}")
    if freed:
        app.look()


async def _be_seen(app: AppContext) -> None:
    """Send a heartbeat when one is due, or join again at once if another process took this one for dead."""
    now, host = app.now(), app.database.host
    ours = [member for member in app.hosts if member.id == host]
    if ours and 0 <= now - ours[0].seen < BEAT_SECONDS:
        return
    async with app.database.write(_TOGETHER) as w:
        if app.discord_time.agrees:
            await shards.forget_answers(w, now - _ANSWERS_KEPT_SECONDS)
            await uses.forget(w, now - _USES_KEPT_SECONDS)
        if not await hosts.beat(w, host, now):
            await hosts.join(w, Host(id=host, version=_version(), began=now, seen=now))


async def _free(w: Writer) -> int:
    return await outbox.free(w) + await scheduled_jobs.free(w)


def _version() -> str:
    try:
        return version("slowplay")
    except PackageNotFoundError:
        return "from a checkout"
