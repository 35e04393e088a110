"""The moments to kill the bot: at an event between it and Discord, or shortly after. Seeded randomness.

Many of the moments are the risky ones: a message or thread was just created, and the bot doesn't know yet.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from playground.app import Playground
from playground.model.payload import Json
from playground.rest.faults import Fault

_BLIND_SHARE = 0.05
_SHORTLY_SECONDS, _BLIND_SECONDS = 0.03, 1.5


@dataclass(frozen=True)
class MomentKind:
    """A kind of moment: its weight, the events that count, and how many of them at most.

    `at_once` is the probability of a kill at the very event instead of shortly after.
    """

    weight: float
    what: re.Pattern[str]
    most: int
    at_once: float


_KINDS = (
    MomentKind(0.2, re.compile(""), 14, 0.5),
    MomentKind(0.45, re.compile(""), 400, 0.5),
    MomentKind(0.2, re.compile("done POST .*/channels/[0-9]+/messages$"), 12, 0.8),
    MomentKind(0.1, re.compile("done POST .*/callback$"), 30, 0.8),
    MomentKind(0.05, re.compile("done POST .*/threads$"), 1, 0.8),
)
LONGEST_SECONDS, SHORT_SECONDS = 12.0, 1.5
"""Seconds after which the moment comes even without enough events."""


class Ear:
    """A witness of the playground's traffic.

    It hears each request before it's carried out and before it's answered, and each event of the gateway.
    """

    def __init__(self, playground: Playground) -> None:
        self.happened: Callable[[str], None] = _nothing
        self.count = 0
        self.port: int | None = None
        """Source port of the request that was just carried out; None for any other event."""
        self._take = playground.faults.take
        playground.faults.take = self._taken  # type: ignore[method-assign]
        playground.witnesses.append(self)

    async def hear(self, happenings: int) -> None:
        """Wait for this number of further events."""
        enough, until = asyncio.Event(), self.count + happenings
        self.happened = lambda _: enough.set() if self.count >= until else None
        await enough.wait()
        self.happened = _nothing

    def _taken(self, method: str, path: str) -> Fault | None:
        self._hear(f"asked {method} {path}")
        return self._take(method, path)

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        """Count a request that was carried out; its answer goes out after this."""
        peer = None if request.transport is None else request.transport.get_extra_info("peername")
        self._hear(f"done {request.method} {request.path}", peer and peer[1])

    def dispatch(self, event: str, data: Json) -> None:
        """Count an event that goes to the bot."""
        self._hear(f"told {event}")

    def _hear(self, what: str, port: int | None = None) -> None:
        self.count += 1
        self.port = port
        self.happened(what)


def _nothing(what: str) -> None:
    """Ignore an event while no moment is awaited."""


class Moment:
    """A moment to come, at which `struck` is called once."""

    def __init__(
        self,
        rng: random.Random,
        ear: Ear,
        struck: Callable[[], None],
        longest: float = LONGEST_SECONDS,
    ) -> None:
        self.come = asyncio.Event()
        self._ear = ear
        self._struck = struck
        (kind,) = rng.choices(list(_KINDS), [kind.weight for kind in _KINDS])
        self._what = kind.what
        self._left = rng.randint(1, kind.most)
        self._later = 0.0 if rng.random() < kind.at_once else rng.uniform(0, _SHORTLY_SECONDS)
        blind = rng.random() < _BLIND_SHARE
        self._blind = rng.uniform(0, _BLIND_SECONDS) if blind else longest

    async def wait(self) -> None:
        """Wait for the moment, and strike."""
        timer = asyncio.get_running_loop().call_later(self._blind, self._strike)
        self._ear.happened = self._count
        await self.come.wait()
        timer.cancel()
        self._ear.happened = _nothing

    def _count(self, what: str) -> None:
        self._left -= self._what.match(what) is not None
        if self._left > 0:
            return
        self._ear.happened = _nothing
        if self._later:
            asyncio.get_running_loop().call_later(self._later, self._strike)
        else:
            self._strike()

    def _strike(self, *_: Any) -> None:
        if not self.come.is_set():
            self._struck()
            self.come.set()
