"""People who use commands at several processes, one after another or all at once."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import Any

from aiohttp import web

from tests.kit.people import Person

_SOME = 3


_CALLBACK = re.compile(r".*/interactions/(\d+)/[^/]+/callback")


class Answers:
    """How often each interaction was answered, and which answers Discord refused."""

    def __init__(self) -> None:
        self.given = Counter[str]()
        self.refused: list[str] = []

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        if found := _CALLBACK.match(request.path):
            self.given[found[1]] += 1
            if response.status >= 400:
                self.refused.append(request.path)

    def dispatch(self, event: str, data: Any) -> None:
        """Ignore events, which aren't requests."""


class Tapping:
    """People who use a command again and again, each in a server on a different shard."""

    def __init__(self, *people: Person) -> None:
        self._answered = asyncio.Semaphore(0)
        self._stop = asyncio.Event()
        self._tasks = [asyncio.create_task(self._tap(person, shard)) for shard, person in enumerate(people)]

    async def _tap(self, person: Person, shard: int) -> None:
        while not self._stop.is_set():
            await person.slash("/matches", channel=f"shard-{shard}")
            self._answered.release()

    async def go_on(self) -> None:
        """Wait until some more commands are answered."""
        enough = asyncio.create_task(self._some())
        await asyncio.wait([enough, *self._tasks], return_when=asyncio.FIRST_COMPLETED)
        for failed in (task for task in self._tasks if task.done()):
            failed.result()

    async def _some(self) -> None:
        for _ in range(_SOME * len(self._tasks)):
            await self._answered.acquire()

    async def end(self) -> None:
        self._stop.set()
        await asyncio.gather(*self._tasks)


def at(person: Person, shard: int) -> Person:
    person.channel = f"shard-{shard}"
    return person


class Rushing:
    """A clock that jumps to each awaited moment at once."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    async def until(self, moment: float) -> None:
        self.time = max(self.time, moment)

    def jumps(self) -> list[Any]:
        return []
