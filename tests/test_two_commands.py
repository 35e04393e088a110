"""The two commands of the README, in an empty clone with an empty home.

`make play` is tested here: it starts, and two robots play a match to its end. `.ci/run` runs `make test` in a
fresh clone, in a home that it empties first; running all tests within a test again would take twice as long.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
from pathlib import Path

import aiohttp
import pytest

from tests.kit.pages import README, blocks
from tests.kit.programs import PATIENCE_SECONDS, address_of, bot_comes, get, started
from tests.paths import ROOT

ONE_MATCH = "--people 2 --matches 1 --to-the-end --command creators --option rounds=20"
OVER = "Rematch"
"""The button that only a final board has."""


def commands() -> list[str]:
    """Return the commands in the README's first block."""
    return [line.partition("#")[0].strip() for line in blocks(README, "sh")[0].splitlines()]


async def played(address: str, folder: Path, home: Path) -> str:
    """Let two robots play a match to its end, and return their output."""
    python = folder / ".venv" / "bin" / "python"
    robots = f"{python} -m bench.crowd --at {address} {ONE_MATCH}"
    async with started(robots, folder, home) as process:
        assert process.stdout is not None
        told = (await process.stdout.read()).decode()
        assert await process.wait() == 0, told
    return told


async def boards(session: aiohttp.ClientSession, address: str, person: str) -> list[str]:
    """Return the texts of all boards in threads that this person can see."""
    home = await get(session, f"{address}/control/users/{person}/home")
    places = [
        channel["id"] for guild in home["guilds"] for channel in guild["channels"] if channel["type"] == 11
    ]
    found = [await get(session, f"{address}/control/users/{person}/channels/{id}/messages") for id in places]
    return [str(message) for messages in found for message in messages]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a fresh clone of the repository."""
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
    return folder


@pytest.mark.proof
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
