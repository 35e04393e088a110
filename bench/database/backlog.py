"""Measures what a backlog of the outbox costs while a Discord that answers at once takes all messages.

Measured are how long the event loop is held up and how long a player's transaction waits.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import TYPE_CHECKING

from bench.database.places import Places
from bot.core import notices
from bot.core.app_context import AppContext
from bot.play.outbox.delivering import deliver_forever
from storage import Database, open_database
from storage.rows import QueuedMessage
from storage.tables import outbox, people

if TYPE_CHECKING:
    from collections.abc import Callable

PROBE_SECONDS = 0.005
SENT, HELD, HELD_WORST = (
    "a message, sent (ms)",
    "part: loop held, median (ms)",
    "part: loop held, longest (ms)",
)
TAP, TAP_WORST = "part: a tap's transaction (ms)", "part: a tap's transaction, longest (ms)"


class Quick:
    """A stand-in for Discord that takes everything at once and sets `done` after `enough` messages."""

    def __init__(self, enough: int) -> None:
        self._left = enough
        self.done = asyncio.Event()

    async def deliver(self, message: QueuedMessage) -> int | None:
        """Accept the message and return its id."""
        self._left -= 1
        if self._left <= 0:
            self.done.set()
        return message.id


async def _probe_loop(found: list[float]) -> None:
    """Note again and again by how many milliseconds a sleep is longer than asked for."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(PROBE_SECONDS)
        found.append(1000 * (time.perf_counter() - began - PROBE_SECONDS))


async def _tapping(database: Database, found: list[float]) -> None:
    """Time a tap's transaction again and again, in milliseconds, while messages are delivered."""
    while True:
        await asyncio.sleep(10 * PROBE_SECONDS)
        began = time.perf_counter()
        async with database.write() as w:
            await people.upsert(w, 1, "mara", now=1)
        found.append(1000 * (time.perf_counter() - began))


async def fill(places: Places, name: str, length: int, now: int) -> str:
    """Create a database in which `length` messages wait, each for a different person."""
    where = await places.new(name)
    async with await open_database(where) as database, database.write() as w:
        told = (notices.note(person, "It is your turn.", f"n{person}", now) for person in range(length))
        await outbox.add(w, told)
    await places.settle(where)
    return where


async def drain(where: str, count: int, app_at: Callable[[Database], AppContext]) -> dict[str, float]:
    """Send `count` of the waiting messages; return the figures."""
    held, taps = list[float](), list[float]()
    async with await open_database(where) as database:
        app, discord = app_at(database), Quick(count)
        began = time.perf_counter()
        tasks = [
            asyncio.create_task(work)
            for work in (_probe_loop(held), _tapping(database, taps), deliver_forever(app, discord))
        ]
        await discord.done.wait()
        took = time.perf_counter() - began
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    return {
        SENT: 1000 * took / count,
        HELD: statistics.median(held),
        HELD_WORST: max(held),
        TAP: statistics.median(taps),
        TAP_WORST: max(taps),
    }
