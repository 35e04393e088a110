"""Programs started as a newcomer starts them."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

PATIENCE_SECONDS = 900.0


OPEN = "The playground is open at "


def environment(home: Path) -> dict[str, str]:
    """Return a newcomer's environment: an empty home and none of our settings.

    The one exception lets robots tap faster than people can.
    """
    ours = ("DISCORD_", "SLOWPLAY_", "PLAYGROUND_", "PYTHONPATH", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "HOME": str(home), "MAKEFLAGS": "", "SLOWPLAY_TAP_SECONDS": "0"}


@asynccontextmanager
async def started(command: str, folder: Path, home: Path) -> AsyncIterator[Process]:
    """Start a command in its own process group, and end it as Ctrl+C does."""
    process = await asyncio.create_subprocess_exec(
        *shlex.split(command),
        cwd=folder,
        env=environment(home),
        stdout=PIPE,
        stderr=STDOUT,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGINT)
            await process.wait()


async def address_of(process: Process) -> str:
    """Wait for the command to print the page's address, and return it."""
    assert process.stdout is not None
    said: list[str] = []
    async for line in process.stdout:
        said.append(line.decode())
        if OPEN in said[-1]:
            return said[-1].partition(OPEN)[2].strip().rstrip("/")
    raise AssertionError("".join(said))


async def get(session: aiohttp.ClientSession, url: str) -> Any:
    async with session.get(url) as response:
        assert response.status == 200, url
        return await response.json()


async def bot_comes(session: aiohttp.ClientSession, address: str) -> None:
    """Wait until the bot is online."""
    async with session.ws_connect(f"{address}/control/live?user=mara") as live:
        applications = (await get(session, f"{address}/control/state"))["applications"]
        while not any(application["connected"] for application in applications):
            event = await live.receive_json()
            applications = event["data"]["applications"] if event["event"] == "APPLICATIONS" else applications
