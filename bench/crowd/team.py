"""Several processes of the bot on one database: all begin, one is killed, one is drained, others join."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import aiohttp

from bench.crowd.host import Host, start_host
from bench.crowd.line import Line, NotPossible
from bench.crowd.processes import House, bot_environment
from bench.crowd.run import CannotRun
from bench.crowd.statistics import Gap
from playground.app import environment

_READY_SECONDS = 180.0
_LEAVING_SECONDS = 120.0
_LOOK_SECONDS = 0.5
KILLED, DRAINED = "killed", "drained"


@dataclass(frozen=True)
class Team:
    """Number of processes and what happens to them.

    Attributes:
        http: Whether taps go to all processes in turn, not to the process with the shard.
        kill: Seconds after the beginning at which a process is killed, or None.
        drain: Seconds after the beginning at which a process is drained, or None.
    """

    processes: int
    http: bool = False
    kill: float | None = None
    drain: float | None = None


def several_environment(house: House, database: str, shards: int) -> dict[str, str]:
    """Return the environment of each process: Discord's address, the database, the number of shards."""
    return (
        environment(house.address, house.token) | bot_environment(database) | {"SLOWPLAY_SHARDS": str(shards)}
    )


@dataclass
class Begun:
    """The running processes. As a context manager, it kills those still running at its end, like a power cut.

    Attributes:
        environment: The environment of each process.
        gaps: The time from each kill until everything was taken over.
        faults: Unexpected events, a line each.
    """

    team: Team
    line: Line
    command: str
    environment: dict[str, str]
    log: Path
    hosts: list[Host] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        self._numbers = itertools.count(1)
        self._balancing: asyncio.Task[None] | None = None
        self._now: Callable[[], float] = lambda: 0.0
        self._began = 0.0
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.kill_all()
        await self._session.close()

    # --- beginning --------------------------------------------------------------------------------------

    async def assemble(self) -> None:
        """Start all processes and wait until each has its share of shards. Raises CannotRun."""
        for _ in range(self.team.processes):
            await self._join()
        await self._until(self._is_shared_out, "They never shared the shards among them.")
        if self.team.http:
            await self._until(self._is_balanced, "The playground doesn't send taps over HTTP.")
            self._balancing = asyncio.create_task(self._balance())

    async def _join(self) -> Host:
        host = await start_host(next(self._numbers), self.command, self.environment, self.log, self.team.http)
        host.joined = self._moment()
        self.hosts.append(host)
        return host

    async def _is_shared_out(self) -> bool:
        """Return whether each process is ready and has shards, and no shard is missing."""
        await self.look()
        ready = [await host.is_ready(self._session) for host in self._running()]
        if len(ready) < self.team.processes:
            raise CannotRun("A process of the bot ended before the run began.")
        return all(ready) and all(host.work.shards for host in self._running()) and await self._is_complete()

    async def _is_complete(self) -> bool:
        """Return whether each shard has a listener."""
        state = await self.line.get("/state")
        return any(len(application["shards"]) == self.team.processes for application in state["applications"])

    # --- during the run ---------------------------------------------------------------------------------

    async def upset(self, now: Callable[[], float]) -> None:
        """Kill and drain a process at their planned times; `now` is the clock of the run, which begins."""
        self._now, self._began = now, now()
        planned = ((self.team.kill, self._kill_one), (self.team.drain, self._replace_one))
        timed = [(at, deed) for at, deed in planned if at is not None]
        for at, deed in sorted(timed, key=lambda one: one[0]):
            await asyncio.sleep(max(0.0, at - self._moment()))
            await deed()

    async def _kill_one(self) -> None:
        """Kill the oldest process, start a new one, and wait until everything is taken over."""
        old = self._running()[0]
        await old.look(self._session)
        began = self._now()
        old.kill()
        await self._wait_until_gone(old, KILLED)
        await self._join()
        await self._until(self._has_taken_over, f"Nobody took over what process {old.number} had.")
        self.gaps.append(Gap(began, self._now()))

    def _moment(self) -> float:
        """Return the seconds since the run began."""
        return self._now() - self._began

    async def _has_taken_over(self) -> bool:
        return await self._is_complete() and (not self.team.http or await self._is_balanced())

    async def _replace_one(self) -> None:
        """Start a new process; once it is ready, drain the oldest."""
        old, new = self._running()[0], await self._join()
        await self._until(lambda: new.is_ready(self._session), f"Process {new.number} never got ready.")
        leaving = asyncio.create_task(self._wait_until_gone(old, DRAINED))
        old.drain()
        while not leaving.done():
            await old.look(self._session)
            await asyncio.wait([leaving], timeout=_LOOK_SECONDS)
        leaving.result()

    async def _wait_until_gone(self, host: Host, end: str) -> None:
        """Wait until a process has ended; note how and when."""
        host.end = end
        try:
            async with asyncio.timeout(_LEAVING_SECONDS):
                status = await host.wait_until_ended()
        except TimeoutError:
            self.faults.append(f"process {host.number} was told to stop and didn't")
            return
        host.left = self._moment()
        if end == DRAINED and status:
            self.faults.append(f"process {host.number} was drained and ended with status {status}")

    # --- taps over HTTP ---------------------------------------------------------------------------------

    async def _balance(self) -> None:
        """Ask each process regularly whether it takes taps, as a load balancer does."""
        while True:
            with suppress(NotPossible, aiohttp.ClientError):
                await self._is_balanced()
            await asyncio.sleep(_LOOK_SECONDS)

    async def _is_balanced(self) -> bool:
        """Route taps to the processes that take them; return whether the routes were right and not empty."""
        taking = [host.interactions for host in self.hosts if await host.takes_taps(self._session)]
        state = await self.line.get("/state")
        for application, urls in state["endpoints"].items():
            if taking and urls != taking:
                with suppress(NotPossible):
                    await self.line.put(f"/applications/{application}/endpoints", urls=taking)
                return False
        return bool(taking)

    # --- at the end -------------------------------------------------------------------------------------

    async def look(self) -> None:
        """Note what all processes have used and done until now."""
        await asyncio.gather(*(host.look(self._session) for host in self._running()))

    def check(self) -> None:
        """Note processes that ended without being told to."""
        for host in self.hosts:
            if not host.is_running and not host.end:
                self.faults.append(f"process {host.number} ended on its own")

    async def kill_all(self) -> None:
        """Kill all running processes as a power cut would, to test that acknowledged moves are on disk."""
        if self._balancing is not None:
            self._balancing.cancel()
        running = self._running()
        for host in running:
            host.kill()
        await asyncio.gather(*(host.wait_until_ended() for host in running))

    def _running(self) -> list[Host]:
        """Return the running processes, oldest first."""
        return [host for host in self.hosts if host.is_running]

    async def _until(self, fits: Callable[[], Awaitable[bool]], otherwise: str) -> None:
        """Wait until the condition holds. Raises CannotRun with the sentence `otherwise` after a time."""
        try:
            async with asyncio.timeout(_READY_SECONDS):
                while True:
                    if await fits():
                        return
                    await asyncio.sleep(_LOOK_SECONDS)
        except TimeoutError:
            raise CannotRun(otherwise) from None
