"""The processes that host the bot together: they join, are killed, and are asked to end while others live."""

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
"""So many more than wanted may run while some of them are leaving."""


@dataclass
class Member:
    """A process, and what was done to it; `excused`: how it may end, because something happened to it before
    it was on line.
    """

    process: BotProcess
    killed: bool = False
    leaving: bool = False
    excused: frozenset[int] = frozenset()

    def fault(self) -> str | None:
        """What's wrong with how it ended."""
        status, name = self.process.status, self.process.log.name
        if self.killed or status == 0 or status in self.excused:
            return None
        asked = "asked to end" if self.leaving else "without being asked"
        return f"{name}: {asked}, the process ended with {status}"

    def ask_to_end(self) -> None:
        """SIGTERM; who has just begun to run doesn't hear it yet, and is ended by it."""
        self.leaving = True
        self.excuse(-signal.SIGTERM)
        self.process.ask_to_end()

    def excuse(self, status: int) -> None:
        """It may end so if it was never on line."""
        if "online" not in self.process.log.read_text(errors="replace"):
            self.excused |= {status}


_CANT_START = 2


class Fleet:
    """`begin` makes a process with a name; `size`: how many there should be. One of them alone is only ever
    killed: nobody could take over from it.
    """

    def __init__(self, begin: Begin, size: int, rng: random.Random) -> None:
        self._begin, self._size, self._rng = begin, size, rng
        self._members: list[Member] = []
        self.counts = Counter[str]()

    @property
    def running(self) -> list[Member]:
        """Those that run, the leaving among them."""
        return [member for member in self._members if member.process.running]

    @property
    def living(self) -> list[Member]:
        """Those that run and are to stay."""
        return [member for member in self.running if not member.leaving]

    @property
    def may_join(self) -> bool:
        """Whether one is missing."""
        return len(self.living) < self._size and len(self.running) < self._size + _MORE_THAN_WANTED

    @property
    def may_drain(self) -> bool:
        """Whether one can leave while others stay."""
        return len(self.living) > 1

    async def join(self) -> None:
        """One more; it isn't on line yet."""
        process = self._begin(f"bot-{len(self._members) + 1}")
        await process.start()
        self._members.append(Member(process))
        self.counts["joins"] += 1

    async def fill(self) -> None:
        """As many as there should be."""
        while len(self.living) < self._size:
            await self.join()

    def kill(self, port: int | None = None) -> None:
        """Kill -9: the one whose connection comes from this port, or any."""
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
        """Ask one to end while others live."""
        if self.may_drain:
            self._rng.choice(self.living).ask_to_end()
            self.counts["drains"] += 1

    async def buried(self) -> None:
        """Wait until all that were killed have ended."""
        for member in self._members:
            if member.killed:
                await member.process.ended()

    def excuse_beginners(self) -> None:
        """The database gets lost: who has just begun may give up."""
        for member in self.running:
            member.excuse(_CANT_START)

    async def stop(self) -> list[str]:
        """Ask all to end, and wait; what was wrong with how any process ever ended."""
        running = self.running
        for member in running:
            member.ask_to_end()
        for member in running:
            await member.process.stop()
        return [fault for member in self._members if (fault := member.fault()) is not None]

    def logs(self) -> list[Path]:
        """What each process has written."""
        return [member.process.log for member in self._members]


def pid_at(port: int, pids: Iterable[int]) -> int | None:
    """Which of these processes has a connection from a local port; None where that can't be seen."""
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
