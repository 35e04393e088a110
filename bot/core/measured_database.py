"""A database whose transactions are counted and timed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from time import perf_counter
from typing import TypeVar

from storage.database import Database, Work
from storage.handle import Reader, Writer

T = TypeVar("T")


class MeasuredDatabase(Database):
    """The same database. `observe` is told how many seconds each transaction took, from when it asked for its
    turn; `written`: when something was last written, as `now` tells."""

    def __init__(
        self, database: Database, now: Callable[[], float], observe: Callable[[float], None]
    ) -> None:
        self._database = database
        self._now = now
        self._observe = observe
        self.written = now()

    @property
    def host(self) -> int:  # type: ignore[override]
        return self._database.host

    @property
    def lost(self) -> asyncio.Event:  # type: ignore[override]
        return self._database.lost

    def read(self, *, long: bool = False) -> AbstractAsyncContextManager[Reader]:
        return self._database.read(long=long)

    @asynccontextmanager
    async def write(self, *alone: str) -> AsyncIterator[Writer]:
        began = perf_counter()
        async with self._database.write(*alone) as w:
            yield w
        self._wrote(began)

    async def transact(self, work: Work[T], *alone: str) -> T:
        began = perf_counter()
        done = await self._database.transact(work, *alone)
        self._wrote(began)
        return done

    def _wrote(self, began: float) -> None:
        self._observe(perf_counter() - began)
        self.written = self._now()

    async def alive(self) -> frozenset[int]:
        return await self._database.alive()

    async def rejoin(self) -> None:
        await self._database.rejoin()

    def listen(self, callback: Callable[[], None]) -> None:
        self._database.listen(callback)

    async def close(self) -> None:
        await self._database.close()
