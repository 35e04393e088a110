"""Whether people can reach us: the gateway comes and goes, and clocks rest while it is gone."""

from __future__ import annotations

import logging

from bot.clocks import heartbeats
from bot.ui.context import UiContext
from storage import outbox, scheduled_jobs

log = logging.getLogger(__name__)

_TROUBLE_SECONDS = 5


class Gateway:
    """Hears the gateway come and go."""

    def __init__(self, ctx: UiContext) -> None:
        self._ctx = ctx
        self._app = ctx.app
        self._gone = 0
        """How often the gateway has gone."""
        for heard in (self.on_connect, self.on_resumed, self.on_disconnect):
            ctx.client.event(heard)

    async def on_connect(self) -> None:
        """The gateway is there again, with a new session: what waits for Discord need not wait any longer."""
        with self._ctx.under_way.answer():
            await self._people_are_back()
            async with self._app.database.write() as w:
                await outbox.make_retries_due(w)
                await scheduled_jobs.release(w)
        self._app.wake()

    async def on_resumed(self) -> None:
        """The same, with the old session."""
        await self.on_connect()

    async def on_disconnect(self) -> None:
        """The gateway is gone: nobody's taps arrive."""
        self._gone += 1
        self._app.reachable = False

    async def _people_are_back(self) -> None:
        """Before any clock runs on: the time in which nobody could move is given back."""
        gone = self._gone
        while not self._app.reachable and gone == self._gone:
            try:
                await heartbeats.compensate_outage(self._app)
            except Exception:
                log.exception("couldn't note an outage; clocks wait until that works")
                await self._app.clock.until(self._app.now() + _TROUBLE_SECONDS)
            else:
                # It may be gone again since then; whoever hears that it is back looks after that.
                self._app.reachable = self._app.reachable or gone == self._gone
        self._app.jobs.wake()


async def listen(ctx: UiContext) -> None:
    """Before the gateway opens: what the clocks have lost is given back; nobody reaches us yet."""
    Gateway(ctx)
    await heartbeats.compensate_outage(ctx.app)
    ctx.app.reachable = False
