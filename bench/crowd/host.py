"""One of several processes of the bot: started, watched through its own port, drained, killed."""

from __future__ import annotations

import asyncio
import os
import shlex
import socket
from asyncio.subprocess import Process
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bench.crowd.processes import Usage, children, kill, usage

_LOOPBACK = "127.0.0.1"
_PATIENCE = aiohttp.ClientTimeout(total=5)


class Work(NamedTuple):
    """What a process has counted of its own: taps and commands by what became of them, and shards."""

    answered: int = 0
    late: int = 0
    unanswered: int = 0
    shards: int = 0


def read_work(page: str) -> Work:
    """What stands on a page of /metrics."""
    found = [one for family in text_string_to_metric_families(page) for one in family.samples]

    def became(outcome: str) -> int:
        mine = (one for one in found if one.name == "slowplay_interactions_total")
        return round(sum(one.value for one in mine if one.labels["outcome"] == outcome))

    shards = sum(one.value for one in found if one.name == "slowplay_shards")
    return Work(became("answered"), became("late"), became("unanswered"), round(shards))


class Host:
    """A process of the bot. Build it with `start_host`. joined, left: by the clock of the run, None before
    and while it runs; end: how it ended, "" while it runs; helpers: what it has started.

    What it used and what it did is as it was at the latest look; a process that's gone can't be asked.
    """

    def __init__(self, process: Process, number: int, health: str, interactions: str) -> None:
        self._process = process
        self.number = number
        self.interactions = interactions
        self._health = health
        self.joined: float | None = None
        self.left: float | None = None
        self.end = ""
        self.work = Work()
        self.usage = self.helpers = Usage(0.0, 0.0)

    @property
    def is_running(self) -> bool:
        """Whether it's there."""
        return self._process.returncode is None

    async def look(self, session: aiohttp.ClientSession) -> None:
        """Note what it has used and done until now."""
        if not self.is_running:
            return
        used, helped = usage([self._process.pid]), usage(children(self._process.pid))
        page = await _page(session, f"{self._health}/metrics")
        if page is not None and self.is_running:
            self.usage, self.helpers, self.work = used, helped, read_work(page)

    async def is_ready(self, session: aiohttp.ClientSession) -> bool:
        """Whether it takes its part."""
        return await _page(session, f"{self._health}/ready") is not None

    async def takes_taps(self, session: aiohttp.ClientSession) -> bool:
        """Whether a load balancer should send it some."""
        return self.is_running and await _page(session, f"{self.interactions}/health") is not None

    def kill(self) -> None:
        """End it and what it has started, as when its machine dies."""
        kill([*children(self._process.pid), *([self._process.pid] if self.is_running else [])])

    def drain(self) -> None:
        """Let it hand over to the others and stop."""
        self._process.terminate()

    async def ended(self) -> int:
        """Its exit status, once it has ended."""
        return await self._process.wait()


async def start_host(
    number: int, command: str, environment: Mapping[str, str], log: Path, http: bool
) -> Host:
    """Start a process of the bot; http: it takes taps over HTTP."""
    health, taps = _free_port(), _free_port()
    own = {"SLOWPLAY_HEALTH": f"{_LOOPBACK}:{health}"}
    own |= {"SLOWPLAY_INTERACTIONS": f"{_LOOPBACK}:{taps}"} if http else {}
    with log.open("ab") as file:
        process = await asyncio.create_subprocess_exec(
            *shlex.split(command),
            env={**os.environ, **environment, **own},
            stderr=file,
            start_new_session=True,
        )
    return Host(process, number, f"http://{_LOOPBACK}:{health}", f"http://{_LOOPBACK}:{taps}")


def _free_port() -> int:
    """A port that nobody has at this moment."""
    with socket.socket() as taken:
        taken.bind((_LOOPBACK, 0))
        port: int = taken.getsockname()[1]
        return port


async def _page(session: aiohttp.ClientSession, url: str) -> str | None:
    """The text of a page; None where there's none, or it's not a good answer."""
    try:
        async with session.get(url, timeout=_PATIENCE) as response:
            return await response.text() if response.status == 200 else None
    except (aiohttp.ClientError, OSError, TimeoutError):
        return None
