"""The processes that run the bot together: they join, are killed, or shut down while others run."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.crash.process import BotProcess

Begin = Callable[[str], BotProcess]
_MORE_THAN_WANTED = 1
"""Extra processes that may run while others are shutting down."""


@dataclass
class Member:
    """A process and what was done to it.

    `excused` has the exit statuses allowed because of trouble before the process was online.
    """

    process: BotProcess
    killed: bool = False
    leaving: bool = False
    excused: frozenset[int] = frozenset()

    def fault(self) -> str | None:
        """Return what's wrong with the way the process ended, or None."""
        status, name = self.process.status, self.process.log.name
        if self.killed or status == 0 or status in self.excused:
            return None
        asked = "asked to end" if self.leaving else "without being asked"
        return f"{name}: {asked}, the process ended with {status}"

    def ask_to_end(self) -> None:
        """Send SIGTERM; a process that has just started has no handler yet and may die of it."""
        self.leaving = True
        self.excuse(-signal.SIGTERM)
        self.process.ask_to_end()

    def excuse(self, status: int) -> None:
        """Allow this exit status if the process was never online."""
        if "online" not in self.process.log.read_text(errors="replace"):
            self.excused |= {status}


_CANT_START = 2


class Fleet:
    """The running and past processes; `begin` creates one by name, and `size` is the intended number.

    A fleet of one is only ever killed, since no other process could take over during a shutdown.
    """

    def __init__(self, begin: Begin, size: int, rng: random.Random) -> None:
        self._begin, self._size, self._rng = begin, size, rng
        self._members: list[Member] = []
        self.counts = Counter[str]()

    @property
    def running(self) -> list[Member]:
        """The members that run, including those that are shutting down."""
        return [member for member in self._members if member.process.running]

    @property
    def living(self) -> list[Member]:
        """The members that run and stay."""
        return [member for member in self.running if not member.leaving]

    @property
    def may_join(self) -> bool:
        """Whether a process is missing."""
        return len(self.living) < self._size and len(self.running) < self._size + _MORE_THAN_WANTED

    @property
    def may_drain(self) -> bool:
        """Whether a process can leave while others stay."""
        return len(self.living) > 1

    async def join(self) -> None:
        """Start one more process, without waiting until it's online."""
        process = self._begin(f"bot-{len(self._members) + 1}")
        await process.start()
        self._members.append(Member(process))
        self.counts["joins"] += 1

    async def fill(self) -> None:
        """Start processes until the intended number runs."""
        while len(self.living) < self._size:
            await self.join()

    def kill(self, port: int | None = None) -> None:
        """Kill with SIGKILL the process that owns this port, or a random one."""
        running = self.running
        if not running:
            return
        pid = None if port is None else pid_at(port, [member.process.pid for member in running])
        found = [member for member in running if member.process.pid == pid]
        one = self._rng.choice(found or running)
        one.killed = True
        one.process.kill()
        self.counts["kills"] += 1

    def drain(self) -> None:
        """Ask a process to shut down while others run."""
        if self.may_drain:
            self._rng.choice(self.living).ask_to_end()
            self.counts["drains"] += 1

    async def buried(self) -> None:
        """Wait until all killed processes have ended."""
        for member in self._members:
            if member.killed:
                await member.process.ended()

    def excuse_beginners(self) -> None:
        """Allow processes that aren't online yet to give up, since the database is about to fail."""
        for member in self.running:
            member.excuse(_CANT_START)

    async def stop(self) -> list[str]:
        """Ask all processes to shut down and wait; return the faults of all processes that ever ran."""
        running = self.running
        for member in running:
            member.ask_to_end()
        for member in running:
            await member.process.stop()
        return [fault for member in self._members if (fault := member.fault()) is not None]

    def logs(self) -> list[Path]:
        """Return the log file of each process."""
        return [member.process.log for member in self._members]


def pid_at(port: int, pids: Iterable[int]) -> int | None:
    """Return which process has a connection from a local port, or None if that can't be determined."""
    with suppress(OSError):
        lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        sockets = {f"socket:[{line[9]}]" for line in lines if line[1].endswith(f":{port:04X}")}
        for pid in pids:
            with suppress(OSError):
                if any(_target(file) in sockets for file in Path(f"/proc/{pid}/fd").iterdir()):
                    return pid
    return None


def _target(file: Path) -> str:
    with suppress(OSError):
        return str(file.readlink())
    return ""
