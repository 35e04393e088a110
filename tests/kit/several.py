"""Several bots on one database, as several processes share a PostgreSQL server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.app import make_bot
from bot.core.app_context import Signal
from bot.runtime.settings import settings_of
from storage.engine.database import Database
from tests.kit.inputs import NumberedRandomness, WorldClock
from tests.kit.table import Running, Table


class Neighbors:
    """The processes that share a database; each one hears of the others' commits."""

    def __init__(self, database: Any) -> None:
        self.database = database
        self.alive: dict[int, list[Callable[[], None]]] = {}
        self.changed = asyncio.Event()

    def call(self, by: int) -> None:
        """Tell the other processes that this one committed something or is gone."""
        self.changed.set()
        for callback in [listener for host, found in self.alive.items() if host != by for listener in found]:
            callback()


class OneOfSeveral:
    """A shared database as seen by one process, with that process's number."""

    is_shared = True

    def __init__(self, neighbors: Neighbors, host: int) -> None:
        self._neighbors = neighbors
        self.host = host
        self.lost = asyncio.Event()
        self.may_come_back = asyncio.Event()
        neighbors.alive[host] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._neighbors.database, name)

    @asynccontextmanager
    async def write(self, *alone: str) -> AsyncIterator[Any]:
        async with self._neighbors.database.write(*alone) as w:
            yield w
        self._neighbors.call(self.host)

    async def transact(self, work: Any, *alone: str) -> Any:
        result = await self._neighbors.database.transact(work, *alone)
        self._neighbors.call(self.host)
        return result

    async def alive(self) -> frozenset[int]:
        return frozenset(self._neighbors.alive)

    def listen(self, callback: Callable[[], None]) -> None:
        self._neighbors.alive[self.host].append(callback)

    def lose(self) -> None:
        """Lose the server lock; the process can rejoin once the test allows it."""
        self._callbacks = self._neighbors.alive.pop(self.host)
        self.lost.set()
        self._neighbors.call(self.host)

    async def rejoin(self) -> None:
        await self.may_come_back.wait()
        self.host += 100
        self._neighbors.alive[self.host] = self._callbacks
        self.lost.clear()
        for callback in self._callbacks:
            callback()

    async def close(self) -> None:
        """Leave, and tell the other processes."""
        self._neighbors.alive.pop(self.host, None)
        self._neighbors.call(self.host)


class Noticed(Signal):
    """The signal of a share that also announces when a shard is ready."""

    def __init__(self, neighbors: Neighbors) -> None:
        super().__init__()
        self._neighbors = neighbors

    def wake(self) -> None:
        super().wake()
        self._neighbors.changed.set()


class Several:
    """The bots at a table by process number; `database` is the one that they share."""

    def __init__(self, t: Table, database: Database) -> None:
        self._table = t
        self.neighbors = Neighbors(database)
        self.running: dict[int, Running] = {}

    async def start(self, number: int) -> Running:
        """Start one more process."""
        t = self._table
        database: Any = OneOfSeveral(self.neighbors, number)
        settings = settings_of(
            discord_api=t.playground.api,
            discord_gateway=t.playground.gateway,
            discord_cdn=t.playground.cdn,
            **{"slowplay_tap_seconds": 0, **t.settings},
        )
        clock = WorldClock(t.playground)
        bot = make_bot(settings, database, clock, NumberedRandomness(number), t.ai_pool, hold_seconds=0.0)
        bot.share.woken = Noticed(self.neighbors)
        database.listen(bot.share.woken.wake)
        running = Running(database, bot, t.playground.token)
        self.running[number] = running
        await t.on_line(running)
        return running

    async def stop(self, number: int) -> None:
        """Stop a process as SIGTERM does."""
        running = self.running.pop(number)
        await running.bot.drain()
        await running.stop()

    async def kill(self, number: int) -> None:
        """End a process abruptly, as kill -9 does."""
        running = self.running.pop(number)
        running.task.cancel()
        await discord.AutoShardedClient.close(running.bot)
        await running.stop()

    async def have(self, **wanted: Any) -> None:
        """Wait until the bots have these shards: `_1=(0, 2)` for process 1, and so on."""
        found = {int(name[1:]): frozenset(shards) for name, shards in wanted.items()}
        await self.until(lambda: found == {n: r.bot.ready_shards() for n, r in self.running.items()})

    async def split(self) -> None:
        """Wait until the processes' shard counts differ by at most one."""
        await self.until(lambda: self._spread() <= 1)

    def _spread(self) -> int:
        """Return the largest shard count minus the smallest, or 99 while shards are still moving."""
        had = [running.bot.ready_shards() for running in self.running.values()]
        counts = [len(shards) for shards in had]
        return max(counts) - min(counts) if sum(counts) == len(frozenset().union(*had)) else 99

    async def until(self, fits: Callable[[], bool]) -> None:
        """Wait for a condition that changes when a process commits or a shard is ready."""
        while not fits():
            self.neighbors.changed.clear()
            await self.neighbors.changed.wait()

    async def settled(self) -> None:
        """Wait until no process has anything to do at this moment of the clock."""
        for running in self.running.values():
            await running.hearing.rest()

    async def close(self) -> None:
        self._table.leave()
        for number in list(self.running):
            await self.running.pop(number).stop()
