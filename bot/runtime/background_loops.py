"""The loops of this process, which stop at once when other processes must take it for dead."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable

from bot.core.looping import alike
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.feature import Features

log = logging.getLogger(__name__)

_AGAIN_SECONDS = 1


class Work:
    """The background loops, which run while this process may work."""

    def __init__(self, ctx: UiContext, features: Features) -> None:
        self._ctx = ctx
        self._features = features
        self._database = ctx.app.database
        self._task: asyncio.Task[None] | None = None
        self._running: list[asyncio.Task[None]] = []

    @property
    def ended(self) -> tuple[str, ...]:
        """The names of the loops that have ended; none should while the bot runs."""
        return tuple(task.get_name() for task in self._running if task.done() and not task.cancelled())

    @property
    def begun(self) -> bool:
        """Whether the loops have started, so that they must be stopped in order."""
        return self._task is not None

    async def begin(self) -> None:
        """Start the loops, which carry on what another process, or an earlier run, left unfinished."""
        for start in (start for feature in self._features.all for start in feature.starts):
            await start(self._ctx)
        self._task = asyncio.create_task(self._go_on(), name="work")
        self._task.add_done_callback(_report)

    async def end(self) -> None:
        """Stop the loops, then tell other processes that this one is gone."""
        task, self._task = self._task, None
        if task is None:
            return
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        if not (self._database.lost.is_set() or self._database.damaged.is_set()):
            for end in (end for feature in self._features.all for end in feature.ends):
                await _try_end(end(self._ctx))

    async def _go_on(self) -> None:
        """Run the loops until canceled, stopping them for as long as the database is lost."""
        while True:
            running = self._running = self._loops()
            try:
                await self._database.lost.wait()
            finally:
                for task in running:
                    task.cancel()
                await asyncio.gather(*running, return_exceptions=True)
            log.warning("the database can't be reached: nothing is done until it can be")
            await self._resume()
            log.warning("the database can be reached again: work continues")

    def _loops(self) -> list[asyncio.Task[None]]:
        loops = {name: loop for feature in self._features.all for name, loop in feature.loops.items()}
        running = [asyncio.create_task(loop(self._ctx), name=name) for name, loop in loops.items()]
        for task in running:
            task.add_done_callback(_report)
        return running

    async def _resume(self) -> None:
        """Join the cluster again, under a new number, trying every second until it works."""
        clock = self._ctx.app.clock
        while not await self._is_back():
            await clock.until(clock.now() + _AGAIN_SECONDS)

    async def _is_back(self) -> bool:
        try:
            await self._database.rejoin()
            for act in (act for feature in self._features.all for act in feature.comes_back):
                await act(self._ctx)
        except Exception as error:
            told = "the database still can't be reached: %s"
            log.warning(told, type(error).__name__, extra=alike("database lost"))
            return False
        return True


async def _try_end(end: Awaitable[object]) -> None:
    """Await a last step; if it fails, other processes notice later that this process is gone."""
    try:
        await end
    except Exception as error:
        log.warning("couldn't say that this process ends: %s", type(error).__name__)


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.critical("the %s loop has ended", task.get_name(), exc_info=task.exception())
