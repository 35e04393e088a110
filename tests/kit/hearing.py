"""Detecting that the bot has nothing left to do, so that tests don't have to sleep."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.core.app_context import AppContext, Signal
from storage.tables import scheduled_jobs
from tests.kit.rows import next_moment

_HANDLERS = ("discord-ui-", "CommandTree-", "discord.py: ", "answer ", "deliver ")
"""Name prefixes of tasks that handle gateway events, think for an AI, or send a message."""


class HeardSignal(Signal):
    """A signal of the application context that also tells when the loop waiting on it is idle."""

    def __init__(self) -> None:
        super().__init__()
        self.idle = asyncio.Event()
        self.waits = 0

    def wake(self) -> None:
        """Mark the loop as busy at once, before it has noticed the signal itself."""
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
    """A queue for the context's `bots`; `asked` is set once AI turns from before a restart are queued."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def get(self) -> str:
        self.asked.set()
        return await super().get()


class Hearing:
    """Replacement for an application context's signals; create it before the loops start."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self._outbox, self._deadlines, self._aside = HeardSignal(), HeardSignal(), HeardSignal()
        app.outbox, app.jobs, app.aside = self._outbox, self._deadlines, self._aside

    async def rest(self) -> None:
        """Wait until nothing is left to do at this moment of the clock."""
        while not await self._is_at_rest():
            pass

    async def _is_at_rest(self) -> bool:
        """Return whether nothing was going on from before the database was read until after it."""
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
        """Return how often each loop has begun to wait, or None while anything is going on.

        Equal numbers later mean that the loops did nothing in between.
        """
        busy = _handlers() or not self._app.bots.empty()
        idle = self._outbox.idle.is_set() and self._deadlines.idle.is_set()
        # If no background work was ever queued, its loop has never begun to wait.
        idle = idle and (not self._aside.waits or self._aside.idle.is_set())
        waits = self._outbox.waits, self._deadlines.waits, self._aside.waits
        return waits if idle and not busy else None


def _handlers() -> list[asyncio.Task[Any]]:
    return [task for task in asyncio.all_tasks() if task.get_name().startswith(_HANDLERS)]
