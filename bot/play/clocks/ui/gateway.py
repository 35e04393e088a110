"""Events that say whether players can reach the bot: gateway shards and Discord's REST API.

While a shard is disconnected, clocks pause in its servers' matches; shard 0 also stands for private matches.
While no request is answered, clocks pause in all matches of this process's shards.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection

from bot.discord_kit.interactions.context import UiContext
from bot.play.clocks import heartbeats
from storage.tables import outbox, scheduled_jobs
from storage.tables.heartbeat import Shard

log = logging.getLogger(__name__)

_TROUBLE_SECONDS = 5


class Gateway:
    """The listener for shards that connect and disconnect, and for Discord answering again."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._gone = Counter[Shard]()
        """The number of disconnections of each shard."""
        for heard in (
            self.on_shard_connect,
            self.on_shard_resumed,
            self.on_shard_disconnect,
            self.on_shard_given,
            self.on_requests_answered,
        ):
            ctx.client.event(heard)

    async def on_shard_connect(self, shard: int) -> None:
        """Note that a shard has a new session, and send at once what waits for Discord."""
        with self._ctx.under_way.answer():
            await self._people_are_back(self._register_shard(shard))
            await self._go_on()

    async def on_shard_given(self, shard: int) -> None:
        """Note that another process has a shard now, over which players reach that process."""
        await self.on_shard_disconnect(shard)
        self._app.jobs.wake()

    async def on_requests_answered(self) -> None:
        """Give back the time without answers, then send what waits for Discord."""
        with self._ctx.under_way.answer():
            await self._answers_are_back()
            await self._go_on()

    async def _go_on(self) -> None:
        async with self._app.database.write() as w:
            await outbox.make_retries_due(w)
            await scheduled_jobs.release(w)
        self._app.wake()

    async def on_shard_resumed(self, shard: int) -> None:
        """Note that a shard has resumed its session, and send at once what waits for Discord."""
        await self.on_shard_connect(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that a shard is disconnected, so that no taps of its servers arrive."""
        gone = self._register_shard(shard)
        self._gone[gone] += 1
        self._app.shards.went([gone])

    def _register_shard(self, number: int) -> Shard:
        """Return the shard of this number, after registering all shards of this process."""
        client = self._ctx.client
        count, ours = client.shard_count or 1, client.shard_ids
        self._app.shards.hold(range(count) if ours is None else ours, count)
        return Shard(number, count)

    async def _people_are_back(self, shard: Shard) -> None:
        """Give back the time in which players couldn't move, before any clock of the shard runs on."""
        gone = self._gone[shard]
        while shard not in self._app.shards.there and gone == self._gone[shard]:
            # The shard may disconnect meanwhile; the event of its next connection then takes over.
            if await self._note_outage([shard]) and gone == self._gone[shard]:
                self._app.shards.came([shard])
        self._app.jobs.wake()

    async def _answers_are_back(self) -> None:
        """Give back the time without answers, but none that was given back with a shard's outage."""
        rest = self._ctx.rest
        while not self._app.is_answered and not rest.failures:
            if await self._note_outage(self._app.shards.there) and not rest.failures:
                rest.over()

    async def _note_outage(self, shards: Collection[Shard]) -> bool:
        """Note the outage; return whether that worked, after a pause if not."""
        try:
            await heartbeats.compensate_outage(self._app, shards)
        except Exception:
            log.exception("couldn't note an outage; clocks wait until that works")
            await self._app.clock.until(self._app.now() + _TROUBLE_SECONDS)
            return False
        return True


async def listen(ctx: UiContext) -> None:
    """Listen to the gateway before it opens, and give back the time since the bot last ran.

    Nothing is given back if other processes ran meanwhile. All shards count as disconnected until they
    connect.
    """
    Gateway(ctx)
    await heartbeats.compensate_stop(ctx.app)
    ctx.app.shards.went(ctx.app.shards.held)
