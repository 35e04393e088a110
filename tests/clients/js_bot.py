"""A bot on discord.js."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import Process
from typing import Any

GUARD = 60.0


class JsBot:
    """The process of the bot, and what it has told of each event, oldest first: `await bot.next("ready")`."""

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
        """What was told with the next event of that name."""
        async with asyncio.timeout(GUARD):
            return await self._queue(event).get()

    async def end(self) -> tuple[int | None, str]:
        """Let it go off the line; its exit status, and all it had to complain of."""
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
