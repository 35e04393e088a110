"""Several processes on one database, as on PostgreSQL.

Here they share one SQLite file, so that a test decides which processes are alive.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from bot.play.outbox.delivering import deliver_forever
from bot.runtime.cluster import membership
from storage import Message
from storage.engine.database import Database, Work
from storage.engine.handle import Reader, Writer
from storage.engine.opening import open_database
from storage.rows import QueuedMessage
from storage.tables import hosts, outbox
from tests.kit.contexts import app_context
from tests.kit.engines import somewhere
from tests.kit.hearing import HeardSignal
from tests.kit.hosts.house import ManualClock
from tests.kit.inputs import PATIENCE_SECONDS, NumberedRandomness


class SharedDatabase(Database):
    """A shared database as one process sees it; `living` holds the numbers of the processes with a lock."""

    def __init__(self, real: Database, living: set[int], numbers: itertools.count[int]) -> None:
        self._real = real
        self._living = living
        self._numbers = numbers
        self.lost, self.damaged, self.name = asyncio.Event(), real.damaged, real.name
        self.host = next(numbers)
        living.add(self.host)

    def die(self) -> None:
        """Release the lock, as after kill -9."""
        self._living.discard(self.host)

    def read(self, *, long: bool = False) -> AbstractAsyncContextManager[Reader]:
        return self._real.read(long=long)

    def write(self, *alone: str) -> AbstractAsyncContextManager[Writer]:
        return self._real.write(*alone)

    async def transact(self, work: Work[Any], *alone: str) -> Any:
        return await self._real.transact(work, *alone)

    async def alive(self) -> frozenset[int]:
        return frozenset(self._living)

    async def rejoin(self) -> None:
        self.host = next(self._numbers)
        self._living.add(self.host)
        self.lost.clear()

    def listen(self, callback: Callable[[], None]) -> None:
        pass

    async def scrub(self) -> bool:
        return await self._real.scrub()

    async def close(self) -> None:
        pass


class Caller:
    """A messenger that reports what it does, and sends nothing while its `gate` is closed."""

    def __init__(self) -> None:
        self.events: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self.gate = asyncio.Event()
        self.gate.set()

    async def deliver(self, message: QueuedMessage) -> int:
        self.events.put_nowait(("tries", message.nonce))
        await self.gate.wait()
        self.events.put_nowait(("says", message.nonce))
        return 1000 + message.id

    async def next_events(self, count: int) -> list[tuple[str, str]]:
        """Wait for the messenger's next events, and return them."""
        return [await self.events.get() for _ in range(count)]


class Process:
    """One of the processes."""

    def __init__(self, database: SharedDatabase, clock: ManualClock) -> None:
        self.database = database
        self.app = app_context(database, clock, NumberedRandomness(database.host))
        self.app.outbox = self._outbox = HeardSignal()
        self.caller = Caller()

    def delivering(self) -> AbstractAsyncContextManager[None]:
        """Empty the outbox within the block."""
        return running(deliver_forever(self.app, self.caller))

    async def look(self) -> None:
        """Let the loop look at the outbox, and wait until it has done its work."""
        self._outbox.wake()
        await self._outbox.idle.wait()

    async def say(self, *nonces: str, lane: str = "lane") -> None:
        """Queue messages that this process learns about at once."""
        now = self.app.now()
        messages = [
            Message(lane=lane, kind="note", payload={}, nonce=nonce, created_at=now, due_at=now)
            for nonce in nonces
        ]
        async with self.database.write() as w:
            await outbox.add(w, messages)
        self.app.wake()

    async def listed(self) -> list[int]:
        """Return the numbers of all listed processes."""
        async with self.database.read() as r:
            return [host.id for host in await hosts.all_of_them(r)]


@asynccontextmanager
async def running(loop: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run a loop until the block is left."""
    task = asyncio.create_task(loop)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@asynccontextmanager
async def processes(folder: Path, count: int) -> AsyncIterator[tuple[list[Process], ManualClock]]:
    """Start this many processes on one database, all of them listed."""
    async with somewhere(folder) as where, await open_database(where) as real:
        clock, living, numbers = ManualClock(), set[int](), itertools.count(1)
        made = [Process(SharedDatabase(real, living, numbers), clock) for _ in range(count)]
        for process in made:
            await membership.join(process.app)
        for process in made:
            await membership.look(process.app)
        async with asyncio.timeout(PATIENCE_SECONDS):
            yield made, clock
