"""Hearing when the bot has nothing left to do, so that a test don't have to wait for time."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.core.app_context import AppContext, Signal
from storage.tables import scheduled_jobs
from tests.kit.rows import next_moment

_HANDLERS = ("discord-ui-", "CommandTree-", "discord.py: ", "answer ", "deliver ")
"""How the tasks are named that handle an interaction or another event of the gateway, think for an AI, or
send a message."""


class HeardSignal(Signal):
    """A signal of the host by which one can hear that its loop has nothing to do."""

    def __init__(self) -> None:
        super().__init__()
        self.idle = asyncio.Event()
        self.waits = 0

    def wake(self) -> None:
        """From this moment on, not only when its loop has heard it, there is something to do."""
        self.idle.clear()
        super().wake()

    async def wait(self) -> None:
        self.waits += 1
        self.idle.set()
        try:
            await super().wait()
        finally:
            self.idle.clear()


class HeardQueue(asyncio.Queue[str]):
    """A queue for the host's `bots`; once it is `asked`, all that AI players had begun before a restart has
    been put into it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def get(self) -> str:
        self.asked.set()
        return await super().get()


class Hearing:
    """Takes the place of a host's signals; to be made before its loops start."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._outbox, self._deadlines, self._aside = HeardSignal(), HeardSignal(), HeardSignal()
        app.outbox, app.jobs, app.aside = self._outbox, self._deadlines, self._aside

    async def rest(self) -> None:
        """Wait until nothing is left to be done at this moment of the clock."""
        while not await self._is_at_rest():
            pass

    async def _is_at_rest(self) -> bool:
        """Whether nothing was going on from before the database was read until after it."""
        if handlers := _handlers():
            await asyncio.wait(handlers)
        await self._outbox.idle.wait()
        await self._deadlines.idle.wait()
        if self._aside.waits:
            await self._aside.idle.wait()
        before = self._waits()
        if before is None:
            return False
        async with self._app.database.read() as r:
            now = self._app.now()
            host = self._app.database.host
            moments = (await next_moment(r, host, now), await scheduled_jobs.next_due(r, host))
        return self._waits() == before and all(moment is None or moment > now for moment in moments)

    def _waits(self) -> tuple[int, int, int] | None:
        """How often each loop has begun to wait, None while anything is going on.

        The same numbers later: the loops have done nothing meanwhile.
        """
        busy = _handlers() or not self._app.bots.empty()
        idle = self._outbox.idle.is_set() and self._deadlines.idle.is_set()
        # Where nothing is done aside, its loop has never begun to wait.
        idle = idle and (not self._aside.waits or self._aside.idle.is_set())
        waits = self._outbox.waits, self._deadlines.waits, self._aside.waits
        return waits if idle and not busy else None


def _handlers() -> list[asyncio.Task[Any]]:
    return [task for task in asyncio.all_tasks() if task.get_name().startswith(_HANDLERS)]
