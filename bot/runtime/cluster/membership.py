"""The processes that host the bot together: each says that it is there, looks who else is, and frees what the
dead were doing.

Whether one is alive is what its lock says (`Database.alive`), which the database lets go of when a process
dies. So no process is taken for dead because it is slow, and nobody waits for a time-out."""

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
"""So far a machine's clock may be from the database server's, and twice as far from another one's."""
_ANSWERS_KEPT_SECONDS = 900
"""Longer than a signature counts, and as long as Discord takes answers."""
_USES_KEPT_SECONDS = 86_400
"""Longer than any limit of what somebody has done lasts."""
_TOGETHER = "hosts"
"""What a transaction names that changes who is on the list."""


async def check_clock(database: Database, clock: Clock) -> None:
    """ClockDiffers where this machine's clock is too far from the database server's, by which all are
    compared: what one process writes of time, the others believe."""
    async with database.read() as r:
        theirs, ours = await hosts.moment(r), clock.now()
    if theirs is not None and abs(ours - theirs) > SKEW_SECONDS:
        raise ClockDiffers(ours - theirs)


async def join(app: AppContext) -> None:
    """This process is one of them from now on; what the dead were doing is free."""
    now = app.now()
    async with app.database.write(_TOGETHER) as w:
        await hosts.join(w, Host(id=app.database.host, version=_version(), began=now, seen=now))
        # Under its number from before, it may have taken something after it was struck off.
        await _free(w)
    await look(app)


async def drain(app: AppContext) -> None:
    """This process is about to leave: it takes nothing new that lasts, and others take over what it has."""
    async with app.database.write(_TOGETHER) as w:
        await hosts.drain(w, app.database.host)


async def leave(app: AppContext) -> None:
    """This process is gone; what it still had is free. Only once nothing of it works any more."""
    async with app.database.write(_TOGETHER) as w:
        await hosts.leave(w, app.database.host)
        await _free(w)


async def look_forever(app: AppContext) -> None:
    """Look again and again who is there; ends by cancellation."""
    while True:
        try:
            await look(app)
        except Exception as error:
            told = "couldn't look which processes host the bot: %s"
            log.warning(told, type(error).__name__, extra=alike("hosts"))
        await app.clock.until(app.now() + LOOK_SECONDS)


async def look(app: AppContext) -> None:
    """Note who is there, say that we are, and free what the dead were doing."""
    async with app.database.read() as r:
        listed = await hosts.all_of_them(r)
    # Asked later: whoever is on the list had a lock before it came there.
    alive = await app.database.alive()
    app.hosts = tuple(host for host in listed if host.id in alive)
    await _be_seen(app)
    dead = [host for host in listed if host.id not in alive]
    if dead:
        await reap(app, dead)
    if len(app.hosts) > 1:
        # A hint of another process may have been lost.
        app.look()


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


async def reap(app: AppContext, dead: Iterable[Host]) -> None:
    """Strike the dead off the list; what they were doing is free. Where several do so at once, one does."""
    async with app.database.write(_TOGETHER) as w:
        gone = [host for host in dead if await hosts.leave(w, host.id)]
        freed = await _free(w)
    for host in gone:
        told = "a process that hosted the bot is gone (%s); what it was doing is taken over"
        log.warning(told, f"version {host.version}, up since {_moment(host.began)}")
    if freed:
        app.look()


async def _be_seen(app: AppContext) -> None:
    """Say now and then that we are there; at once where somebody took us for dead."""
    now, host = app.now(), app.database.host
    ours = [one for one in app.hosts if one.id == host]
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
