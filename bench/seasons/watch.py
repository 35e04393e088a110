"""Observations of a simulated season from outside: messages and pushes, errors, how long looks take."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.matchmaking.contests.running import next_steps, running
from playground.model.events import Event
from playground.model.world import World

_THREAD_CREATED = 18
"""Message type of the note that Discord itself writes into a channel for a new thread."""
_SILENT, _EPHEMERAL = 1 << 12, 64
_TICK_SECONDS = 0.02


class Errors(logging.Handler):
    """Log handler that counts warnings and errors of the bot by their sentence."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.warnings, self.errors = Counter[str](), Counter[str]()

    def emit(self, record: logging.LogRecord) -> None:
        """Count a log record."""
        where = self.errors if record.levelno >= logging.ERROR else self.warnings
        where[f"{record.name}: {record.msg}"] += 1


class Watch:
    """Counters of what happens in a world. Used within `watching`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.messages, self.log = Counter[str](), Errors()
        self.pushes = Counter[str]()
        self.looks: list[float] = []
        self.pairings: list[float] = []
        self.stalls: list[float] = []
        self._of_a_minute = Counter[tuple[str, int]]()

    def hear(self, event: Event) -> None:
        """Count an event."""
        if event.name == "PUSH" and event.user is not None:
            self.pushes[event.user] += 1
        elif event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and event.data.get("author", {}).get("bot"):
            self._message(event)

    def _message(self, event: Event) -> None:
        data = event.data
        if data.get("type") == _THREAD_CREATED:
            return
        flags = data.get("flags", 0)
        place = self._world.channels.get(data["channel_id"])
        where = "DM" if place is None or place.is_dm else "thread" if place.is_thread else "channel"
        if flags & _EPHEMERAL:
            where = "answer"
        what = "edited" if event.name == "MESSAGE_UPDATE" else "silent" if flags & _SILENT else "sent"
        self.messages[f"{where}, {what}"] += 1
        if where == "channel" and what != "edited":
            self._of_a_minute[data["channel_id"], int(self._world.clock.now()) // 60] += 1

    def busiest_minute(self) -> int:
        """Return the most messages that came in one channel in one minute."""
        return max(self._of_a_minute.values(), default=0)

    async def feel(self) -> None:
        """Record again and again how late the event loop wakes a task, in seconds.

        Only this thread's own processor time counts, so that other programs don't.
        """
        while True:
            began, since = time.perf_counter(), time.thread_time()
            await asyncio.sleep(_TICK_SECONDS)
            late = time.perf_counter() - began - _TICK_SECONDS
            self.stalls.append(max(0.0, min(late, time.thread_time() - since)))


@contextmanager
def watching(world: World) -> Iterator[Watch]:
    """Count everything within the block."""
    watch = Watch(world)
    world.listeners.append(watch.hear)
    logging.getLogger().addHandler(watch.log)
    feeling = asyncio.get_running_loop().create_task(watch.feel())
    taken, set_next, following = running.finish_job, running.set_next, next_steps.compute
    began = list[float]()

    async def time_finish_job(*given: Any) -> None:
        began.append(time.thread_time())
        await taken(*given)

    async def time_set_next(*given: Any, **more: Any) -> None:
        await set_next(*given, **more)
        # The matches of a round begin in a separate transaction, which takes no job.
        if began:
            watch.looks.append(time.thread_time() - began.pop())

    async def time_pairing(*given: Any) -> Any:
        before = time.perf_counter()
        try:
            return await following(*given)
        finally:
            watch.pairings.append(time.perf_counter() - before)

    running.finish_job, running.set_next = time_finish_job, time_set_next  # type: ignore[assignment]
    next_steps.compute = time_pairing  # type: ignore[assignment]
    try:
        yield watch
    finally:
        running.finish_job, running.set_next, next_steps.compute = taken, set_next, following
        feeling.cancel()
        logging.getLogger().removeHandler(watch.log)
        world.listeners.remove(watch.hear)
