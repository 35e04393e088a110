"""Hearing when the bot has nothing left to do, so that a test need not wait for time."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.service.host import Host, Signal
from storage import deadlines, outbox

_HANDLERS = ("discord-ui-", "CommandTree-", "answer ", "deliver ")
"""How the tasks are named that handle an interaction, think for an AI, or send a message."""


class HeardSignal(Signal):
    """A signal of the host by which one can hear that its loop has nothing to do."""

    def __init__(self) -> None:
        super().__init__()
        self.idle = asyncio.Event()

    async def wait(self) -> None:
        self.idle.set()
        try:
            await super().wait()
        finally:
            self.idle.clear()


class Hearing:
    """Takes the place of a host's signals; to be made before its loops start."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._outbox, self._deadlines = HeardSignal(), HeardSignal()
        host.outbox, host.deadlines = self._outbox, self._deadlines

    async def rest(self) -> None:
        """Wait until nothing is left to be done at this moment of the clock."""
        while not await self._is_at_rest():
            pass

    async def _is_at_rest(self) -> bool:
        host, handlers = self._host, [task for task in asyncio.all_tasks() if _handles(task)]
        if handlers:
            await asyncio.wait(handlers)
        await self._outbox.idle.wait()
        await self._deadlines.idle.wait()
        async with host.database.read() as r:
            moments = (await outbox.next_due(r, host.now()), await deadlines.next_due(r))
        idle = self._outbox.idle.is_set() and self._deadlines.idle.is_set() and host.bots.empty()
        handlers += [task for task in asyncio.all_tasks() if _handles(task)]
        return not handlers and idle and all(moment is None or moment > host.now() for moment in moments)


def _handles(task: asyncio.Task[Any]) -> bool:
    return task.get_name().startswith(_HANDLERS)
