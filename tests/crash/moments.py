"""When the bot is killed: at a happening between it and Discord, or shortly after one. Chance is seeded."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from aiohttp import web

from playground.app import Playground
from playground.faults import Fault
from playground.payload import Json

_START_UP_SHARE, _BLIND_SHARE, _AT_ONCE_SHARE = 0.25, 0.05, 0.5
_START_UP_HAPPENINGS, _LATER_HAPPENINGS = 14, 400
_SHORTLY_SECONDS, _BLIND_SECONDS = 0.03, 1.5
LONGEST_SECONDS = 12.0
"""After so long without enough happenings the bot is killed all the same."""


class Ear:
    """Hears every request before it is carried out and before it is answered, and every event of the gateway.

    It sits where the playground has its recorder."""

    def __init__(self, playground: Playground) -> None:
        self.happened: Callable[[], None] = lambda: None
        self.on_line = asyncio.Event()
        self.count = 0
        self._take = playground.faults.take
        playground.faults.take = self._taken  # type: ignore[method-assign]
        playground.recorder = self  # type: ignore[assignment]

    def _taken(self, method: str, path: str) -> Fault | None:
        self._hear()
        return self._take(method, path)

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        """A request was carried out; its answer goes out after this."""
        self._hear()

    def dispatch(self, event: str, data: Json) -> None:
        """An event goes to the bot."""
        if event == "READY":
            self.on_line.set()
        self._hear()

    def close(self) -> None:
        """Nothing is kept open."""

    def _hear(self) -> None:
        self.count += 1
        self.happened()


class Moment:
    """One moment to come: `struck` is called then, once."""

    def __init__(self, rng: random.Random, ear: Ear, struck: Callable[[], None]) -> None:
        self.come = asyncio.Event()
        self._ear = ear
        self._struck = struck
        self._left = _happenings(rng)
        self._later = 0.0 if rng.random() < _AT_ONCE_SHARE else rng.uniform(0, _SHORTLY_SECONDS)
        blind = rng.random() < _BLIND_SHARE
        self._blind = rng.uniform(0, _BLIND_SECONDS) if blind else LONGEST_SECONDS

    async def wait(self) -> None:
        """Wait for it, and strike."""
        timer = asyncio.get_running_loop().call_later(self._blind, self._strike)
        self._ear.happened = self._count
        await self.come.wait()
        timer.cancel()

    def _count(self) -> None:
        self._left -= 1
        if self._left == 0 and self._later:
            asyncio.get_running_loop().call_later(self._later, self._strike)
        elif self._left == 0:
            self._strike()

    def _strike(self, *_: Any) -> None:
        if not self.come.is_set():
            self._ear.happened = lambda: None
            self._struck()
            self.come.set()


def _happenings(rng: random.Random) -> int:
    """How many happenings from its start on: few, while it starts, or many."""
    most = _START_UP_HAPPENINGS if rng.random() < _START_UP_SHARE else _LATER_HAPPENINGS
    return rng.randint(1, most)
