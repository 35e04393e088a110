"""The processes of a run: a playground with room for all people, and the bot that it starts."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from playground.people.defaults import draw_token

_OPENING_SECONDS = 30.0
_PARTING_SECONDS = 15.0
_USER_TIME = 11
"""Position of the two processor times in /proc/PID/stat, counted after the name. Source: proc(5).

Those of the ended children follow.
"""


class DidNotStart(Exception):
    """Raised if the playground didn't open."""


class Usage(NamedTuple):
    """Peak of resident memory in MB, and processor seconds; NaN where there's no /proc."""

    peak: float
    processor: float


class House:
    """A running playground with its bot; `token` is the bot's, `folder` holds its database and all logs."""

    def __init__(self, process: Process, address: str, token: str, folder: Path) -> None:
        self._process = process
        self.address = address
        self.token = token
        self.database = folder / "bot.db"
        self.log_file = folder / "log"
        # The rest of the output isn't needed, but it must not fill the pipe.
        self._draining = asyncio.create_task(process.stdout.read()) if process.stdout else None

    @property
    def pid(self) -> int:
        """Process id of the playground."""
        return self._process.pid

    @property
    def bot(self) -> int | None:
        """Process id of the bot, or None if it is gone or there's no /proc."""
        return next(iter(children(self.pid)), None)

    @property
    def helpers(self) -> list[int]:
        """Process ids of the bot's children."""
        return [] if self.bot is None else children(self.bot)

    def log(self) -> str:
        """Return everything that playground and bots have written."""
        return self.log_file.read_text(errors="replace")

    async def kill_bot(self) -> None:
        """Kill the bot as a power failure would, to test that acknowledged moves are on disk; then close."""
        kill([] if self.bot is None else [self.bot, *self.helpers])
        await self.close()

    async def close(self) -> None:
        """Stop playground and bot; kill them if they don't stop in time."""
        if self._process.returncode is None:
            self._process.terminate()
        try:
            async with asyncio.timeout(_PARTING_SECONDS):
                await self._process.wait()
        except TimeoutError:
            family = [pid for child in children(self.pid) for pid in (child, *children(child))]
            kill([self.pid, *family])
            await self._process.wait()


def kill(pids: Sequence[int]) -> None:
    """Kill processes at once."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class Room(NamedTuple):
    """Size and settings of the playground; `record` is the file for its session, None for none."""

    guests: int
    servers: int
    port: int | None = None
    record: Path | None = None

    def arguments(self) -> list[str]:
        """Return the playground's command line arguments."""
        found = ["--no-rate-limits", "--guests", str(self.guests), "--servers", str(self.servers)]
        found += ["--bot-name", "Slowplay"]
        found += [] if self.port is None else ["--port", str(self.port)]
        return [*found, *([] if self.record is None else ["--record", str(self.record)])]


def bot_environment(database: str) -> dict[str, str]:
    """Return the bot's environment for a crowd, which taps faster than people do."""
    return {
        "SLOWPLAY_DATABASE": database,
        "SLOWPLAY_LOG": "WARNING",
        "SLOWPLAY_TAP_SECONDS": "0",
        "SLOWPLAY_REQUESTS": "100000",
    }


async def open_house(folder: Path, room: Room, command: str | None) -> House:
    """Start a playground in load mode, and the bot `command` (None: no bot) with an empty database.

    Raises DidNotStart if the playground doesn't open.
    """
    running = [] if command is None else ["--run", command]
    token = draw_token()
    with (folder / "log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "playground", *room.arguments(), "--token", token, *running),
            env={**os.environ, **bot_environment(str(folder / "bot.db"))},
            stdout=PIPE,
            stderr=log,
            start_new_session=True,
        )
    try:
        return House(process, await _address(process), token, folder)
    except BaseException:
        house = House(process, "", token, folder)
        await house.close()
        raise


async def _address(process: Process) -> str:
    """Return the address that the playground prints once it is open. Raises DidNotStart if it prints none."""
    assert process.stdout is not None
    try:
        async with asyncio.timeout(_OPENING_SECONDS):
            line = (await process.stdout.readline()).decode()
    except TimeoutError:
        line = ""
    found = line.partition("http://")[2].strip()
    if not found:
        raise DidNotStart("The playground did not open.")
    return f"http://{found}".rstrip("/")


def children(pid: int) -> list[int]:
    """Return the ids of a process's running children; none where there's no /proc."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        found = [int(number) for thread in threads for number in (thread / "children").read_text().split()]
    except OSError:
        return []
    return sorted(found)


def usage_of_family(pid: int) -> Usage:
    """Return what a process and its children use together, including children that have ended."""
    return together([_usage(pid, ended=True), *map(_usage, children(pid))])


def usage(pids: Sequence[int | None]) -> Usage:
    """Return what several processes use together."""
    return together([_usage(pid) for pid in pids])


def together(each: Sequence[Usage]) -> Usage:
    """Return the sum of several usages."""
    return Usage(sum(part.peak for part in each), sum(part.processor for part in each))


def _usage(pid: int | None, *, ended: bool = False) -> Usage:
    """Return what a process uses; `ended` adds the processor seconds of its ended children."""
    if pid is None:
        return Usage(math.nan, math.nan)
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return Usage(math.nan, math.nan)
    peak = next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)
    ticks = sum(map(int, fields[_USER_TIME : _USER_TIME + (4 if ended else 2)]))
    return Usage(peak / 1024, ticks / os.sysconf("SC_CLK_TCK"))
