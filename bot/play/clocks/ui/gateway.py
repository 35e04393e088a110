"""Whether people can reach us: the shards of the gateway come and go, and so does Discord's REST API.

While a shard is gone, clocks rest in the matches of its servers, and with the first one in private ones.
While no request is answered, they do in all matches of our shards."""

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
    """Hears the shards of the gateway come and go, and Discord answer again."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._gone = Counter[Shard]()
        """How often each shard has gone."""
        for heard in (
            self.on_shard_connect,
            self.on_shard_resumed,
            self.on_shard_disconnect,
            self.on_shard_given,
            self.on_requests_answered,
        ):
            ctx.client.event(heard)

    async def on_shard_connect(self, shard: int) -> None:
        """A shard is there again, with a new session: what waits for Discord need not wait any longer."""
        with self._ctx.under_way.answer():
            await self._people_are_back(self._known(shard))
            await self._go_on()

    async def on_shard_given(self, shard: int) -> None:
        """Another process has a shard now, and people reach that."""
        await self.on_shard_disconnect(shard)
        self._app.jobs.wake()

    async def on_requests_answered(self) -> None:
        """Discord answers requests again: the same, once the time in which it didn't is given back."""
        with self._ctx.under_way.answer():
            await self._answers_are_back()
            await self._go_on()

    async def _go_on(self) -> None:
        async with self._app.database.write() as w:
            await outbox.make_retries_due(w)
            await scheduled_jobs.release(w)
        self._app.wake()

    async def on_shard_resumed(self, shard: int) -> None:
        """The same, with the old session."""
        await self.on_shard_connect(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard is gone: the taps of its servers don't arrive."""
        gone = self._known(shard)
        self._gone[gone] += 1
        self._app.shards.went([gone])

    def _known(self, number: int) -> Shard:
        """The shard of this number; by now it's clear how many there are, and which of them are ours."""
        client = self._ctx.client
        count, ours = client.shard_count or 1, client.shard_ids
        self._app.shards.hold(range(count) if ours is None else ours, count)
        return Shard(number, count)

    async def _people_are_back(self, shard: Shard) -> None:
        """Before any clock of its matches runs on: the time in which nobody could move is given back."""
        gone = self._gone[shard]
        while shard not in self._app.shards.there and gone == self._gone[shard]:
            # It may be gone again by then; whoever hears that it is back looks after that.
            if await self._compensated([shard]) and gone == self._gone[shard]:
                self._app.shards.came([shard])
        self._app.jobs.wake()

    async def _answers_are_back(self) -> None:
        """The same. An outage of both is given back once: a heartbeat stands between what either has cost."""
        rest = self._ctx.rest
        while not self._app.is_answered and not rest.failures:
            if await self._compensated(self._app.shards.there) and not rest.failures:
                rest.over()

    async def _compensated(self, shards: Collection[Shard]) -> bool:
        """Whether the outage could be noted; a while passes if not."""
        try:
            await heartbeats.compensate_outage(self._app, shards)
        except Exception:
            log.exception("couldn't note an outage; clocks wait until that works")
            await self._app.clock.until(self._app.now() + _TROUBLE_SECONDS)
            return False
        return True


async def listen(ctx: UiContext) -> None:
    """Before the gateway opens: what the clocks have lost is given back, unless others went on meanwhile;
    nobody reaches us yet."""
    Gateway(ctx)
    await heartbeats.compensate_stop(ctx.app)
    ctx.app.shards.went(ctx.app.shards.held)
