"""The bot's own program, which is started, watched, and started again while the world stays as it is."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from playground.model.events import Event
from playground.model.payload import Json
from playground.model.world import World

LINES, BYTES = 12, 4000
"""How much of what a program wrote last is kept."""
COLOR = re.compile(r"\x1b\[[0-9;]*m")
CHUNK = 1 << 16
LAST_WORDS_SECONDS = 1.0
ENDING_SECONDS = 10.0
LOOK_SECONDS = 0.5
CODE = frozenset((".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".go", ".rs", ".java", ".kt", ".cs", ".php"))
"""The endings of the files that are watched; data that a bot writes itself must not start it again."""
NOT_WATCHED = frozenset(("node_modules", "venv", "site-packages", "__pycache__", "build", "dist", "target"))


class Program:
    """A command that runs a bot, with what it wrote last. The page is told when it starts and ends."""

    def __init__(
        self, world: World, command: Sequence[str], environment: dict[str, str], folder: Path | None = None
    ) -> None:
        self._world = world
        self._command = command
        self._folder = folder
        self._environment = {"PYTHONUNBUFFERED": "1", **os.environ, **environment}
        self._process: Process | None = None
        self._attending: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._written = b""
        self._status: int | None = None
        self._over = False
        self._restarting = False

    @property
    def is_running(self) -> bool:
        """Whether the program runs."""
        return self._process is not None and self._status is None

    def state(self) -> Json:
        """Return {"running", "status": as in a shell, or None while it runs, "lines": written last}."""
        lines = COLOR.sub("", self._written.decode(errors="replace")).splitlines()[-LINES:]
        return {"running": self.is_running, "status": self._status, "lines": lines}

    async def start(self) -> None:
        """Start the program unless it runs or `finish` was called; raise OSError if it can't be started."""
        async with self._starting:
            if self.is_running or self._over:
                return
            process = await asyncio.create_subprocess_exec(
                *self._command,
                cwd=self._folder,
                env=self._environment,
                start_new_session=True,
                stdout=PIPE,
                stderr=PIPE,
            )
            self._process, self._status, self._written = process, None, b""
            self._attending = asyncio.create_task(self._attend(process))
            self._tell()

    async def restart(self) -> None:
        """End the program if it runs, by force after ten seconds, and start it."""
        self._restarting = True
        try:
            await self._end()
            await self.start()
        finally:
            self._restarting = False

    async def end(self) -> None:
        """End the program for good if it runs, by force after ten seconds."""
        async with self._starting:
            self._over = True
            await self._end()

    async def _end(self) -> None:
        if self._attending is not None and self.is_running:
            self.send(signal.SIGTERM)
            await asyncio.wait({self._attending}, timeout=ENDING_SECONDS)
            if self._process is not None and self.is_running:
                self._process.kill()
                await self._attending

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the program if it runs."""
        # Windows can't send other signals than SIGTERM; a bot in the same console gets Ctrl+C itself.
        with contextlib.suppress(ValueError, ProcessLookupError):
            if self._process is not None and self.is_running:
                self._process.send_signal(number)

    async def finish(self, signals: asyncio.Queue[signal.Signals]) -> int:
        """Wait for a signal, pass it on, wait until the program has ended, and return its status.

        Further signals are passed on, too.
        """
        while not self._over or self.is_running:
            number = asyncio.create_task(signals.get())
            waiting: set[asyncio.Task[signal.Signals] | asyncio.Task[None]] = {number}
            if self._over and self._attending is not None:
                waiting.add(self._attending)
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if number.done():
                async with self._starting:
                    self._over = True
                    self.send(number.result())
            else:
                number.cancel()
        return self._status or 0

    async def _attend(self, process: Process) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        passing = [
            asyncio.create_task(self._pass_on(process.stdout, sys.stdout.buffer)),
            asyncio.create_task(self._pass_on(process.stderr, sys.stderr.buffer)),
        ]
        status = await process.wait()
        # A process that the program has left behind may keep its output open.
        _, open_ones = await asyncio.wait(passing, timeout=LAST_WORDS_SECONDS)
        for task in open_ones:
            task.cancel()
        self._status = status if status >= 0 else 128 - status
        if not self._over and not self._restarting:
            told = f"The bot ended with status {self._status}. Start it again on the page, or press Ctrl+C."
            print(told, file=sys.stderr, flush=True)
            self._tell()

    async def _pass_on(self, stream: asyncio.StreamReader, output: BinaryIO) -> None:
        while data := await stream.read(CHUNK):
            self._written = (self._written + data)[-BYTES:]
            with contextlib.suppress(OSError):
                output.write(data)
                output.flush()

    def _tell(self) -> None:
        self._world.emit(Event(name="PROGRAM", data=self.state(), bots=False))


def find_code(folder: Path) -> dict[str, int]:
    """Return the times of change of a folder's files of code, without hidden and installed ones."""
    found = {}
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in NOT_WATCHED and not name.startswith(".")]
        for name in files:
            if os.path.splitext(name)[1] in CODE:
                path = os.path.join(place, name)
                with contextlib.suppress(OSError):
                    found[path] = os.stat(path).st_mtime_ns
    return found


async def watch(folder: Path, program: Program, seconds: float = LOOK_SECONDS) -> None:
    """Start a program again whenever code in a folder changes, forever."""
    before = await asyncio.to_thread(find_code, folder)
    while True:
        await asyncio.sleep(seconds)
        now = await asyncio.to_thread(find_code, folder)
        if now != before:
            before = now
            print("The bot's files have changed, so it's started again.", file=sys.stderr, flush=True)
            with contextlib.suppress(OSError):
                await program.restart()
