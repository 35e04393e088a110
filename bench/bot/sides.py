"""The two sides of `bench.bot`: a playground each in this process, and a bot each in a separate process."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from bench.crowd.processes import usage
from playground.app import Playground, start

PATIENCE_SECONDS = 30.0
_PARTING_SECONDS = 10.0


class DidNotStart(Exception):
    """Raised if a bot ended or didn't connect in time."""


class Cost(NamedTuple):
    """What a side has used so far.

    Attributes:
        bot: Processor seconds of the bot; NaN where there's no /proc.
        both: Processor seconds of bot and playground; NaN where there's no /proc.
        messages: Messages in the world.
        requests: The bot's requests by route.
    """

    bot: float
    both: float
    messages: int
    requests: Counter[str]

    def since(self, before: Cost) -> Cost:
        """Return the difference to an earlier cost."""
        return Cost(
            self.bot - before.bot,
            self.both - before.both,
            self.messages - before.messages,
            self.requests - before.requests,
        )


class Side(NamedTuple):
    """A playground in this process, and the process id of the bot connected to it."""

    playground: Playground
    bot: int

    def cost(self) -> Cost:
        """Return the cost so far."""
        bot, counts = usage([self.bot]).processor, self.playground.traffic.counts()
        messages = len(self.playground.world.messages)
        return Cost(bot, bot + time.process_time(), messages, Counter(counts["routes"]))


@asynccontextmanager
async def run_bot(folder: Path, module: str, *arguments: str, guests: int = 0) -> AsyncIterator[Side]:
    """Provide a playground with the bot `python -m module` connected; both end with the block.

    The bot keeps its data and log in `folder`; `guests` is the number of extra people. Raises DidNotStart.
    """
    playground = await start(guests=guests, bot_name="Slowplay")
    try:
        async with _running(playground, folder, module, arguments) as bot:
            yield Side(playground, bot.pid)
    finally:
        await playground.close()


@asynccontextmanager
async def _running(
    playground: Playground, folder: Path, module: str, arguments: tuple[str, ...]
) -> AsyncIterator[Process]:
    log = folder / f"{module}.log"
    bot = await _start_bot(playground, folder / f"{module}.db", log, module, arguments)
    try:
        await _on_line(playground, bot)
        yield bot
    except Exception as error:
        error.add_note(f"{module} wrote:\n{await asyncio.to_thread(log.read_text)}")
        raise
    finally:
        await _end(bot)


async def _start_bot(
    playground: Playground, database: Path, log: Path, module: str, arguments: tuple[str, ...]
) -> Process:
    own = {"SLOWPLAY_DATABASE": str(database), "SLOWPLAY_LOG": "WARNING", "SLOWPLAY_TAP_SECONDS": "0"}
    own["SLOWPLAY_REQUESTS"] = "100000"
    with log.open("wb") as written:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", module, *arguments),
            env={**os.environ, **playground.environment(), **own},
            stdin=PIPE,
            stdout=written,
            stderr=written,
        )


async def _on_line(playground: Playground, bot: Process) -> None:
    connected, ended = (
        asyncio.create_task(waiting) for waiting in (_wait_until_connected(playground), bot.wait())
    )
    await asyncio.wait({connected, ended}, timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    for task in (connected, ended):
        task.cancel()
    if not connected.done() or ended.done():
        raise DidNotStart("The bot did not come on line.")


async def _wait_until_connected(playground: Playground) -> None:
    application = next(iter(playground.world.applications))
    events = playground.actor("mara").subscribe()
    while not playground.sessions.is_connected(application):
        await events.get()
    events.close()


async def _end(bot: Process) -> None:
    """Ask the bot to end; kill it if it doesn't."""
    if bot.returncode is not None:
        return
    bot.terminate()
    try:
        async with asyncio.timeout(_PARTING_SECONDS):
            await bot.wait()
    except TimeoutError:
        bot.kill()
        await bot.wait()
