"""Time from outside: epoch seconds in UTC, and waiting until a moment."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Protocol

import aiohttp

log = logging.getLogger(__name__)
_RECONNECT_SECONDS = 1.0


class Clock(Protocol):
    """Epoch seconds, and a wait that ends when the moment has come or when time itself is moved."""

    def now(self) -> float: ...

    async def until(self, moment: float) -> None: ...


class SystemClock:
    """The machine's clock, moved on by an offset when somebody sets one."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._moved = asyncio.Event()
        self.is_set = asyncio.Event()
        """Whether an offset has been heard of."""

    def now(self) -> float:
        return time.time() + self._offset

    async def until(self, moment: float) -> None:
        moved = self._moved
        try:
            await asyncio.wait_for(moved.wait(), max(0.0, moment - self.now()))
        except TimeoutError:
            return

    def move(self, offset: float) -> None:
        """Set the offset in seconds and wake everybody who waits."""
        self._offset = offset
        self.is_set.set()
        self._moved.set()
        self._moved = asyncio.Event()

    async def follow(self, address: str) -> None:
        """Follow a stream of JSON lines {"offset": seconds} for ever, reconnecting when it breaks."""
        forever = aiohttp.ClientTimeout(total=None)
        while True:
            try:
                async with aiohttp.ClientSession(timeout=forever) as session, session.get(address) as stream:
                    async for line in stream.content:
                        self.move(float(json.loads(line)["offset"]))
            except (aiohttp.ClientError, ValueError, KeyError) as error:
                log.warning("the clock at %s cannot be read: %s", address, error)
            await asyncio.sleep(_RECONNECT_SECONDS)
