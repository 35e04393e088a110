"""A database whose transactions are counted and timed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TypeVar

from bot.core.clock import Clock
from bot.core.metrics import Metrics
from storage.database import Database, Work
from storage.handle import Reader, Writer

T = TypeVar("T")


class MeasuredDatabase(Database):
    """The same database. `written`: when something was last written to it, by the clock of the host."""

    def __init__(self, database: Database, clock: Clock, metrics: Metrics) -> None:
        self._database = database
        self._clock = clock
        self._metrics = metrics
        self.host = database.host
        self.lost = database.lost
        self.written = clock.now()

    def read(self, *, long: bool = False) -> AbstractAsyncContextManager[Reader]:
        return self._database.read(long=long)

    @asynccontextmanager
    async def write(self, *alone: str) -> AsyncIterator[Writer]:
        with self._metrics.transaction():
            async with self._database.write(*alone) as w:
                yield w
            self.written = self._clock.now()

    async def transact(self, work: Work[T], *alone: str) -> T:
        with self._metrics.transaction():
            done = await self._database.transact(work, *alone)
            self.written = self._clock.now()
        return done

    async def alive(self) -> frozenset[int]:
        return await self._database.alive()

    def listen(self, callback: Callable[[], None]) -> None:
        self._database.listen(callback)

    async def close(self) -> None:
        await self._database.close()
