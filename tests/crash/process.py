"""The bot as a process of its own: started, killed without a warning, ended in order."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, Process
from pathlib import Path

from playground.app import Playground
from tests.paths import ROOT

PARTING_SECONDS = 90.0


class BotProcess:
    """`slowplay serve` on one database in `folder`, where its log is kept under its `name`, too; `more`: its
    environment.
    """

    def __init__(self, playground: Playground, folder: Path, name: str = "bot", **more: str) -> None:
        self.database = folder / "slowplay.db"
        self.log = folder / f"{name}.log"
        own = {"SLOWPLAY_LOG": "WARNING", "SLOWPLAY_TAP_SECONDS": "0", "SLOWPLAY_REQUESTS": "100000"}
        self._own = {"SLOWPLAY_DATABASE": str(self.database), **own}
        self._environment = {**os.environ, **playground.environment(), **self._own, **more}
        self._process: Process | None = None
        self._asked = False

    async def start(self) -> None:
        """Start it; it isn't on line yet."""
        with self.log.open("ab") as written:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "slowplay", "serve"),
                cwd=ROOT,
                env=self._environment,
                stdin=DEVNULL,
                stdout=written,
                stderr=written,
            )

    @property
    def pid(self) -> int:
        """Its process id, once it was started."""
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it was started and hasn't ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def status(self) -> int | None:
        """What it ended with (negative: the signal); None while it runs."""
        return None if self._process is None else self._process.returncode

    def kill(self) -> None:
        """Kill -9, this process alone."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def ended(self) -> int:
        """Wait until it has ended; its exit status (negative: the signal)."""
        return 0 if self._process is None else await self._process.wait()

    def ask_to_end(self) -> None:
        """SIGTERM, as a host sends it: once. A process that's about to end has no ear for a second one, which
        would cut it short.
        """
        if self._process is not None and self.running and not self._asked:
            self._asked = True
            self._process.terminate()

    async def stop(self) -> int | None:
        """Ask it to end; its exit status, None when it had to be killed."""
        if self._process is None:
            return 0
        self.ask_to_end()
        try:
            async with asyncio.timeout(PARTING_SECONDS):
                return await self._process.wait()
        except TimeoutError:
            self.kill()
            await self._process.wait()
            return None
