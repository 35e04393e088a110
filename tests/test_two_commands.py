"""The two commands of the README, in an empty clone with an empty home.

`make play` is tried here: it comes up, and two robots play a match to its end in it. `make test` is what
`.ci/run` does in a fresh clone, in a home which it empties first; to run all tests within a test again would
take as long once more.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import subprocess
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.kit.paths import ROOT
from tests.test_readme import README, blocks

PATIENCE_SECONDS = 900.0
OPEN = "The playground is open at "
ONE_MATCH = "--people 2 --matches 1 --to-the-end --command creators --option rounds=20"
OVER = "Rematch"
"""The button that stands below a final board alone."""


def commands() -> list[str]:
    """The commands of the README's first block."""
    return [line.partition("#")[0].strip() for line in blocks(README, "sh")[0].splitlines()]


def environment(home: Path) -> dict[str, str]:
    """That of somebody who has just come: a home with nothing in it, and no settings of ours but that the bot
    hears robots, which tap faster than people do."""
    ours = ("DISCORD_", "SLOWPLAY_", "PLAYGROUND_", "PYTHONPATH", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "HOME": str(home), "MAKEFLAGS": "", "SLOWPLAY_TAP_SECONDS": "0"}


@asynccontextmanager
async def started(command: str, folder: Path, home: Path) -> AsyncIterator[Process]:
    """A command in a group of its own, ended as Ctrl+C ends it."""
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
    """What the command prints when the page is there."""
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
    """Wait until the bot is on line."""
    async with session.ws_connect(f"{address}/control/live?user=mara") as live:
        applications = (await get(session, f"{address}/control/state"))["applications"]
        while not any(one["connected"] for one in applications):
            event = await live.receive_json()
            applications = event["data"]["applications"] if event["event"] == "APPLICATIONS" else applications


async def played(address: str, folder: Path, home: Path) -> str:
    """Let two robots play a match to its end; what they tell."""
    python = folder / ".venv" / "bin" / "python"
    robots = f"{python} -m bench.crowd --at {address} {ONE_MATCH}"
    async with started(robots, folder, home) as process:
        assert process.stdout is not None
        told = (await process.stdout.read()).decode()
        assert await process.wait() == 0, told
    return told


async def boards(session: aiohttp.ClientSession, address: str, person: str) -> list[str]:
    """The texts of all boards in threads that this person sees."""
    home = await get(session, f"{address}/control/users/{person}/home")
    places = [one["id"] for guild in home["guilds"] for one in guild["channels"] if one["type"] == 11]
    found = [await get(session, f"{address}/control/users/{person}/channels/{id}/messages") for id in places]
    return [str(message) for messages in found for message in messages]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What one has after `git clone`."""
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
    return folder


@pytest.mark.slow
async def test_make_play_in_an_empty_clone_serves_a_match_that_robots_play_to_its_end(
    clone: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    async with asyncio.timeout(PATIENCE_SECONDS), aiohttp.ClientSession() as session:
        async with started(commands()[0], clone, home) as process:
            address = await address_of(process)
            async with session.get(address + "/") as page:
                assert "Slowplay" in await page.text()
            await bot_comes(session, address)
            told = await played(address, clone, home)
            found = await boards(session, address, "ines")
            assert any(OVER in text for text in found), told
        assert process.returncode in (0, -signal.SIGINT, 130, 2), process.returncode


def test_continuous_integration_runs_the_tests_in_an_empty_home() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert commands() == ["make play", "make test"]
    assert "export HOME" in script
    assert script.index("export HOME") < script.index("\nmake test\n")
