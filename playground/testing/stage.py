"""A playground for tests: it runs a bot, and seats people who use it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from playground.app import Playground
from playground.model.payload import Json
from playground.page.live import Everybody
from playground.page.program import Program
from playground.testing.people import PATIENCE_SECONDS, Person


@dataclass(frozen=True)
class StillClock:
    """A clock that stands still at one moment, in epoch seconds."""

    moment: float

    def now(self) -> float:
        """Return the moment."""
        return self.moment


class Stage(Playground):
    """A running playground with people and, if wanted, the bot's program; see `open_playground`."""

    patience = PATIENCE_SECONDS
    """How many seconds the bot and the people who come from now on wait, in real time."""
    program: Program | None = None
    """The bot's program, once it has been started."""

    def person(self, name: str, channel: str = "general") -> Person:
        """Return a person by id or user name, looking at a channel.

        Mara, Tom, Ines, and Juri are always there.
        """
        person = Person(self.actor(name), channel)
        person.patience, person.check = self.patience, self._check_program
        return person

    async def run(self, *command: str | Path, folder: Path | str | None = None) -> None:
        """Start the bot with a command, and wait until it has logged in.

        `environment` says what the bot finds in its environment. It's started in `folder`, or in the current
        one. It's ended when another one is run, and when the playground is closed.

        Raises:
            AssertionError: If it ends, or doesn't log in; the error shows what it wrote last.
            OSError: If the command can't be started.
        """
        await self.end_bot()
        place = Path(folder) if folder is not None else None
        self.program = Program(self.world, list(map(str, command)), self.environment(), place)
        self.control.program = self.program
        await self.program.start()
        await self.online()

    async def online(self) -> None:
        """Wait until the bot has logged in."""
        [app, *_] = self.world.applications
        await self._until(lambda: self.sessions.is_connected(app))

    async def _until(self, holds: Callable[[], bool]) -> None:
        watch = Everybody(self.world, ())
        try:
            async with asyncio.timeout(self.patience):
                while not holds():
                    self._check_program()
                    await watch.get()
        except TimeoutError:
            told = f"The bot hasn't logged in within {self.patience:g} seconds.{self._last_words()}"
            raise AssertionError(told) from None
        finally:
            watch.close()

    def _check_program(self) -> None:
        """Raise AssertionError if the bot's program has ended."""
        if self.program is not None and not self.program.is_running:
            told = f"The bot ended with status {self.program.state()['status']}."
            raise AssertionError(told + self._last_words())

    def _last_words(self) -> str:
        lines = self.program.state()["lines"] if self.program is not None else []
        return "\n".join([" It wrote last:", *lines]) if lines else ""

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self.world.clock.advance(seconds)

    async def download(self, file: Json) -> bytes:
        """Return the content of an attachment or a picture, fetched as a client does."""
        async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
            assert response.status == 200, f"{file['url']} isn't there."
            return await response.read()

    async def close(self) -> None:
        """End the bot's program, and close the playground."""
        await self.end_bot()
        await super().close()

    async def end_bot(self) -> None:
        """End the bot's program if it runs."""
        program, self.program = self.program, None
        if program is not None:
            await program.end()


@asynccontextmanager
async def open_playground(**options: Any) -> AsyncIterator[Stage]:
    """Open a playground whose clock stands still, with the options of `Playground.start`."""
    stage = await Stage.start(**{"clock": StillClock(time.time()), **options})
    try:
        yield stage
    finally:
        await stage.close()
