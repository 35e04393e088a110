"""A bot process on discord.js."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import Process
from typing import Any

GUARD = 60.0


class JsBot:
    """The bot's process and a queue of reports for each event: `await bot.next("ready")`."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._told: dict[str, asyncio.Queue[Any]] = {}
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            told = json.loads(line)
            self._queue(told.pop("event")).put_nowait(told)

    def _queue(self, event: str) -> asyncio.Queue[Any]:
        return self._told.setdefault(event, asyncio.Queue())

    async def next(self, event: str) -> Any:
        """Wait for the next report of this event."""
        async with asyncio.timeout(GUARD):
            return await self._queue(event).get()

    async def end(self) -> tuple[int | None, str]:
        """Let the bot disconnect; return its exit status and everything it complained about."""
        assert self._process.stdin is not None
        assert self._process.stderr is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(GUARD):
                complaints = await self._process.stderr.read()
                return await self._process.wait(), complaints.decode()
        finally:
            self._listening.cancel()
            if self._process.returncode is None:
                self._process.kill()
