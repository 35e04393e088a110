"""The bot as a process: started, killed without warning, or shut down."""

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
    """`slowplay serve` on a database in `folder`, with a log named after `name`.

    `more` has further environment variables.
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
        """Start the process, without waiting until it's online."""
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
        """Process id; the process must have been started."""
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process was started and hasn't ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def status(self) -> int | None:
        """Exit status (negative: the signal), or None while it runs."""
        return None if self._process is None else self._process.returncode

    def kill(self) -> None:
        """Kill this process alone with SIGKILL."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def ended(self) -> int:
        """Wait until the process has ended, and return its exit status (negative: the signal)."""
        return 0 if self._process is None else await self._process.wait()

    def ask_to_end(self) -> None:
        """Send SIGTERM once, as a hosting service does; a second one would cut the shutdown short."""
        if self._process is not None and self.running and not self._asked:
            self._asked = True
            self._process.terminate()

    async def stop(self) -> int | None:
        """Ask the process to end; return its exit status, or None if it had to be killed."""
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
