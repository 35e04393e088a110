"""Several bots on one database, as several processes are on one server of PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.app import make_bot
from bot.core.app_context import Signal
from bot.runtime.settings import Settings
from storage.engine.database import Database
from tests.kit.inputs import NumberedRandomness, WorldClock
from tests.kit.table import Running, Table


class Neighbors:
    """Who shares a database. What one of them commits, the others hear of."""

    def __init__(self, database: Any) -> None:
        self.database = database
        self.alive: dict[int, list[Callable[[], None]]] = {}
        self.changed = asyncio.Event()

    def call(self, by: int) -> None:
        """Something was committed by one, or it is gone."""
        self.changed.set()
        for callback in [one for host, found in self.alive.items() if host != by for one in found]:
            callback()


class OneOfSeveral:
    """A database as one of several processes has it, with a number of its own."""

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
        """The server lets go of its lock; it can come back once it may."""
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
        """It is gone, and the others hear that."""
        self._neighbors.alive.pop(self.host, None)
        self._neighbors.call(self.host)


class Noticed(Signal):
    """The signal of a share, by which one can hear that a shard is ready."""

    def __init__(self, neighbors: Neighbors) -> None:
        super().__init__()
        self._neighbors = neighbors

    def wake(self) -> None:
        super().wake()
        self._neighbors.changed.set()


class Several:
    """The bots at a table, by their numbers; `database` is the one that they share."""

    def __init__(self, t: Table, database: Database) -> None:
        self._table = t
        self.neighbors = Neighbors(database)
        self.running: dict[int, Running] = {}

    async def start(self, number: int) -> Running:
        """One more process joins."""
        t = self._table
        database: Any = OneOfSeveral(self.neighbors, number)
        settings = Settings(
            _env_file=None,
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
        """It stops as it does on SIGTERM."""
        running = self.running.pop(number)
        await running.bot.drain()
        await running.stop()

    async def kill(self, number: int) -> None:
        """It's gone from one moment to the next, as with kill -9."""
        running = self.running.pop(number)
        running.task.cancel()
        await discord.AutoShardedClient.close(running.bot)
        await running.stop()

    async def have(self, **wanted: Any) -> None:
        """Wait until the bots have these shards: `_1=(0, 2)` of the first, and so on."""
        found = {int(name[1:]): frozenset(shards) for name, shards in wanted.items()}
        await self.until(lambda: found == {n: r.bot.ready_shards() for n, r in self.running.items()})

    async def split(self) -> None:
        """Wait until each of them has as many shards as the others, or one more."""
        await self.until(lambda: self._spread() <= 1)

    def _spread(self) -> int:
        """How many shards the one that has most has more than the one that has least; many meanwhile."""
        had = [running.bot.ready_shards() for running in self.running.values()]
        counts = [len(one) for one in had]
        return max(counts) - min(counts) if sum(counts) == len(frozenset().union(*had)) else 99

    async def until(self, fits: Callable[[], bool]) -> None:
        """Wait for something that becomes so when somebody commits, or a shard is ready."""
        while not fits():
            self.neighbors.changed.clear()
            await self.neighbors.changed.wait()

    async def settled(self) -> None:
        """Wait until none of them has anything to do at this moment of the clock."""
        for running in self.running.values():
            await running.hearing.rest()

    async def close(self) -> None:
        self._table.leave()
        for number in list(self.running):
            await self.running.pop(number).stop()
