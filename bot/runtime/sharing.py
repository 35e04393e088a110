"""The shards of this process: which ones it should have, and which process answers what two receive.

A process without others has all shards and needs to ask none. With others it reads the table of shards once
a second, or when woken, does what it may (`bot/core/fair_share.py`), and opens and closes sessions.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Set
from typing import Protocol

from bot.core import fair_share
from bot.core.app_context import AppContext, Signal
from bot.core.fair_share import Shards, Sight
from bot.core.looping import persistently, wait
from bot.runtime.cluster import membership
from bot.runtime.sharding import SPACING_SECONDS
from storage.engine.handle import Reader, Writer
from storage.engine.turns import Waiting, note_waiting
from storage.tables import hosts, shards

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
_HURRIED_SECONDS = 0.2
"""Seconds between looks while a shard is being handed over, since people wait for each step."""
OVERLAP_SECONDS = 15
"""Seconds after a handover during which another process may still receive what was sent to both."""
_FOR_SOMEBODY = Waiting(lambda: True, lambda: False)


class Sessions(Protocol):
    """The gateway sessions of this process, by the numbers of their shards."""

    def open_shards(self) -> frozenset[int]:
        """Return the shards with a session that exists or is beginning."""

    def ready_shards(self) -> frozenset[int]:
        """Return the shards whose servers are all known."""

    async def have(self, wanted: tuple[int, ...]) -> None:
        """Close all other sessions, and begin those that are missing."""


class Share:
    """The share of the shards that this process has; `sessions` opens and closes them."""

    def __init__(self, app: AppContext, sessions: Sessions) -> None:
        self._app = app
        self._database = app.database
        self._sessions = sessions
        self._shards: Shards = ()
        self._overlap_until: dict[int, int] = {}
        self._stands_aside = False
        self.woken = Signal()
        self.working = 1
        """The number of processes that share the work."""
        self.is_over = asyncio.Event()
        """Set once this process has no shard left, or no process to give it to."""

    async def begin(self, count: int) -> int:
        """Take a share before the gateway opens, and return the number of shards that all processes use.

        `count` is the number to use if no other process runs.
        """
        async with self._database.write(shards.ALONE) as w:
            used = await shards.count(w)
            if used is None or not await self._others(w):
                used = count
                await shards.set_count(w, count)
            await self._plan(w)
        if used != count:
            log.info("using %d shards, as the processes that run already do", used)
        return used

    async def _others(self, r: Reader) -> Set[int]:
        """Return the other running processes, even without a shard, since they may be about to take some."""
        listed = {host.id for host in await hosts.all_of_them(r)}
        return listed & await self._database.alive() - {self._me}

    async def leave(self) -> None:
        """Let other processes take this one's shards; `is_over` is set once they have."""
        await membership.drain(self._app)
        self.woken.wake()

    @property
    def is_shared(self) -> bool:
        """Whether there can be other processes."""
        return self._database.is_shared

    @property
    def mine(self) -> tuple[int, ...]:
        """The shards for which this process should have a session."""
        return fair_share.list_wanted(self._shards, self._me)

    async def look_forever(self) -> None:
        """Share the shards with other processes, while there are any, until canceled."""
        while True:
            await persistently(self._app, self.woken, self.look)
            await self._pause()

    async def _pause(self) -> None:
        """Wait until it's time to look again, something has happened, or the database gets lost."""
        seconds = _HURRIED_SECONDS if self._is_handing_over() else LOOK_SECONDS
        waking = asyncio.create_task(self._wake_when_lost())
        try:
            await wait(self._app, self.woken, self._app.clock.now() + seconds)
        finally:
            waking.cancel()

    async def _wake_when_lost(self) -> None:
        if not self._stands_aside:
            await self._database.lost.wait()
            self.woken.wake()

    async def look(self) -> None:
        """Do what may be done now: first in the database, then with the sessions."""
        self._stands_aside = self._database.lost.is_set()
        if self._stands_aside:
            await self._stand_aside()
            return
        while await self._apply_changes():
            await self._sessions.have(self.mine)

    async def _stand_aside(self) -> None:
        """Close all sessions, because other processes must take this one for dead and take its shards.

        Without other processes the sessions stay, since none could answer better.
        """
        if self.working > 1:
            self._shards = ()
            await self._sessions.have(())

    async def _apply_changes(self) -> bool:
        """Write what's due, and return whether anything was written or sessions have to begin or end."""
        async with self._database.read() as r:
            found, sight = await shards.all_of_them(r), await self._sight(r)
            planned = fair_share.plan_shards(found, sight)
        if planned == found == self._shards:
            self._note_end(sight)
            return set(self.mine) != self._sessions.open_shards()
        async with self._database.write(shards.ALONE) as w:
            await self._plan(w)
        return True

    async def _plan(self, w: Writer) -> None:
        """Write what this process may do to the shards.

        Even before the commit, both sides of a handover ask before they answer.
        """
        found = await shards.all_of_them(w)
        planned = fair_share.plan_shards(found, await self._sight(w))
        await shards.put(w, (new for old, new in zip(found, planned, strict=True) if new != old))
        until = self._app.now() + OVERLAP_SECONDS
        handed = [shard.number for shard in (*self._shards, *planned) if fair_share.is_between(shard)]
        self._overlap_until |= dict.fromkeys(handed, until)
        self._shards = planned

    async def _sight(self, r: Reader) -> Sight:
        alive, known = await self._database.alive(), await hosts.all_of_them(r)
        leaving = {host.id for host in known if host.draining}
        working = ({host.id for host in known} & alive | {self._me}) - leaving
        self.working = max(1, len(working))
        sessions = self._sessions
        return Sight(self._me, alive, working, leaving, sessions.open_shards(), sessions.ready_shards())

    def _note_end(self, sight: Sight) -> None:
        """Set `is_over` once this process leaves and has no shard left, or no other process to take it.

        Called only when nothing needs to be written, so no request for a shard is left behind.
        """
        left = sight.open or any(self._me in (shard.host, shard.former) for shard in self._shards)
        if sight.me not in sight.working and (not left or not sight.working):
            self.is_over.set()

    @property
    def _me(self) -> int:
        return self._database.host

    # --- answers ----------------------------------------------------------------------------------------

    @property
    def asks(self) -> bool:
        """Whether another process may receive the same events, so that this one must ask before answering."""
        now = self._app.now()
        return self._is_handing_over() or any(now < until for until in self._overlap_until.values())

    def _is_handing_over(self) -> bool:
        return any(fair_share.is_between(shard) for shard in self._shards)

    async def answers(self, interaction: int) -> bool:
        """Claim an interaction, and return whether this process is the one that answers it."""
        with note_waiting(_FOR_SOMEBODY):
            async with self._database.write() as w:
                return await shards.answer_alone(w, interaction, self._app.now())

    # --- session starts ---------------------------------------------------------------------------------

    async def seconds_until_start(self, key: int) -> int | None:
        """Return the seconds that a session with this key has to wait for those of other processes.

        For 0 the session may begin, which is recorded; None means that there are no other processes.
        """
        others = await self._database.alive() - {self._me}
        if not others:
            return None
        async with self._database.write(shards.ALONE) as w:
            now = self._app.now()
            seconds = await shards.seconds_until_start(w, key, now, others)
            if not seconds:
                free_at = math.ceil(self._app.clock.now() + SPACING_SECONDS)
                await shards.put_start(w, key, self._me, free_at)
        return seconds


def shard_of(guild: int | None, count: int) -> int:
    """Return the shard that receives the events of a server, or (None) those of DMs."""
    return 0 if guild is None else (guild >> 22) % count
