"""Whether people can reach us: the shards of the gateway come and go, and so does Discord's REST API;
clocks rest while any of them is gone.

Clocks rest for everybody, whichever shard is gone. Two people who play each other may come in over different
shards: a server's over its own, and DMs, where most moves are made, over shard 0. A rest costs nobody
anything; a clock that runs on for people who can't reach us would."""

from __future__ import annotations

import logging
from typing import Any

from bot.clocks import heartbeats
from bot.ui.context import UiContext
from storage import outbox, scheduled_jobs

log = logging.getLogger(__name__)

_TROUBLE_SECONDS = 5


class Gateway:
    """Hears the shards of the gateway come and go, and Discord answer again."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._there = set[int]()
        """The shards that are there."""
        self._gone = 0
        """How often one has gone."""
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
        self._there.add(shard)
        with self._ctx.under_way.answer():
            if self._is_all_there():
                await self._people_are_back()
            await self._go_on()

    async def on_shard_given(self, shard: int) -> None:
        """Another process has a shard now, and people reach that."""
        self._there.discard(shard)
        if not self._app.connected and self._is_all_there():
            with self._ctx.under_way.answer():
                await self._people_are_back()

    def _is_all_there(self) -> bool:
        """Whether all shards of this process are there; it may have none, where others have them all."""
        client: Any = self._ctx.client
        return self._there >= set(client.shard_ids)

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
        self._there.discard(shard)
        self._gone += 1
        self._app.connected = False

    async def _people_are_back(self) -> None:
        """Before any clock runs on: the time in which nobody could move is given back."""
        gone = self._gone
        while not self._app.connected and gone == self._gone:
            if await self._compensated():
                # It may be gone again since then; whoever hears that it is back looks after that.
                self._app.connected = self._app.connected or gone == self._gone
        self._app.jobs.wake()

    async def _answers_are_back(self) -> None:
        """The same. An outage of both is given back once: a heartbeat stands between what either has cost."""
        rest = self._ctx.rest
        while not self._app.is_answered and not rest.failures:
            if await self._compensated() and not rest.failures:
                rest.over()

    async def _compensated(self) -> bool:
        """Whether the outage could be noted; a while passes if not."""
        try:
            await heartbeats.compensate_outage(self._app)
        except Exception:
            log.exception("couldn't note an outage; clocks wait until that works")
            await self._app.clock.until(self._app.now() + _TROUBLE_SECONDS)
            return False
        return True


async def listen(ctx: UiContext) -> None:
    """Before the gateway opens: what the clocks have lost is given back; nobody reaches us yet."""
    Gateway(ctx)
    await heartbeats.compensate_outage(ctx.app)
    ctx.app.connected = False
