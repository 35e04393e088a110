"""One of several processes of the bot: starting, watching through its own port, draining, killing."""

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
    """What a process has counted: taps and commands by outcome, and its shards."""

    answered: int = 0
    late: int = 0
    unanswered: int = 0
    shards: int = 0


def read_work(page: str) -> Work:
    """Return the counts from the text of a /metrics page."""
    found = [sample for family in text_string_to_metric_families(page) for sample in family.samples]

    def became(outcome: str) -> int:
        mine = (sample for sample in found if sample.name == "slowplay_interactions_total")
        return round(sum(sample.value for sample in mine if sample.labels["outcome"] == outcome))

    shards = sum(sample.value for sample in found if sample.name == "slowplay_shards")
    return Work(became("answered"), became("late"), became("unanswered"), round(shards))


class Host:
    """A process of the bot. Build it with `start_host`.

    Attributes:
        joined: When it began, by the clock of the run; None before.
        left: When it ended, by the same clock; None while it runs.
        end: How it ended; "" while it runs.
        work: What it had done at the latest look.
        usage: What it had used at the latest look.
        helpers: What its child processes had used at the latest look.
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
        """Whether the process is running."""
        return self._process.returncode is None

    async def look(self, session: aiohttp.ClientSession) -> None:
        """Note what the process has used and done until now."""
        if not self.is_running:
            return
        used, helped = usage([self._process.pid]), usage(children(self._process.pid))
        page = await _page(session, f"{self._health}/metrics")
        if page is not None and self.is_running:
            self.usage, self.helpers, self.work = used, helped, read_work(page)

    async def is_ready(self, session: aiohttp.ClientSession) -> bool:
        """Return whether the process says that it is ready."""
        return await _page(session, f"{self._health}/ready") is not None

    async def takes_taps(self, session: aiohttp.ClientSession) -> bool:
        """Return whether a load balancer should send taps to it."""
        return self.is_running and await _page(session, f"{self.interactions}/health") is not None

    def kill(self) -> None:
        """Kill the process and its children, as when its machine dies."""
        kill([*children(self._process.pid), *([self._process.pid] if self.is_running else [])])

    def drain(self) -> None:
        """Tell the process to hand over to the others and stop."""
        self._process.terminate()

    async def wait_until_ended(self) -> int:
        """Wait until the process has ended; return its exit status."""
        return await self._process.wait()


async def start_host(
    number: int, command: str, environment: Mapping[str, str], log: Path, http: bool
) -> Host:
    """Start a process of the bot; `http` makes it take taps over HTTP."""
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
    """Return a port that is free at this moment."""
    with socket.socket() as taken:
        taken.bind((_LOOPBACK, 0))
        port: int = taken.getsockname()[1]
        return port


async def _page(session: aiohttp.ClientSession, url: str) -> str | None:
    """Return the text of a page, or None if it can't be reached or its status isn't 200."""
    try:
        async with session.get(url, timeout=_PATIENCE) as response:
            return await response.text() if response.status == 200 else None
    except (aiohttp.ClientError, OSError, TimeoutError):
        return None
