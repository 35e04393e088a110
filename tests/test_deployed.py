"""The service of compose.yaml, started by hand without root and in a read-only folder.

It has the same command, settings and checks.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from playground.app import Playground, start
from tests.kit.deployment import COMPOSE, last_stage
from tests.kit.inputs import wait_long_for_answers
from tests.kit.people import Person
from tests.paths import ROOT

SERVICE = COMPOSE["services"]["bot"]
SOMEBODY = 65_534
"""Stands for the id of the bot's user in the container."""
_LOOKS = "-all,+dac_read_search"
"""The one capability left of root, whose home may hold Python: reading everything."""
AS_SOMEBODY = (
    "setpriv",
    f"--reuid={SOMEBODY}",
    f"--regid={SOMEBODY}",
    "--clear-groups",
    "--no-new-privs",
    *(f"--{kind}={_LOOKS}" for kind in ("inh-caps", "ambient-caps", "bounding-set")),
)[: None if os.geteuid() == 0 else 0]
PATIENCE_SECONDS = 120.0
BETWEEN_CHECKS_SECONDS = 0.2


class Deployed:
    """A place like the container, with a read-only root, a volume, and secrets."""

    def __init__(self, folder: Path, playground: Playground) -> None:
        self.root, self.data, self.secrets = (folder / name for name in ("root", "data", "secrets"))
        for place in (self.root, self.data, self.secrets):
            place.mkdir()
        token = self.secrets / "discord_token"
        token.write_text(playground.token + "\n")
        token.chmod(0o400)
        (self.secrets / "pgpass").touch(0o400)
        self._port = free_port()
        self._discord = playground.environment()
        del self._discord["DISCORD_TOKEN"]
        if os.geteuid() == 0:
            for place in (self.data, self.secrets, *self.secrets.iterdir()):
                os.chown(place, SOMEBODY, SOMEBODY)
        self.root.chmod(0o555)

    def environment(self) -> dict[str, str]:
        """The service's environment, with the paths and the port of this machine."""
        given = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", str(value)) for name, value in _settings().items()}
        places = {"/run/secrets": str(self.secrets), "/data": str(self.data), ":9464": f":{self._port}"}
        for theirs, ours in places.items():
            given = {name: value.replace(theirs, ours) for name, value in given.items()}
        image = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONSAFEPATH": "1", "PYTHONPATH": str(ROOT)}
        return {"PATH": os.environ["PATH"], **image, **given, **self._discord}

    async def run(self, *words: str) -> Process:
        """Run a command of the image as the service's user; `slowplay` is our checkout."""
        assert words[0] == "slowplay"
        return await asyncio.create_subprocess_exec(
            *AS_SOMEBODY,
            *(sys.executable, "-m", *words),
            cwd=self.root,
            env=self.environment(),
            stdout=PIPE,
            stderr=PIPE,
        )

    async def is_healthy(self, check: str) -> bool:
        """Return whether the service's health check passes; `check` is live, as in compose.yaml, or ready."""
        command, *words = SERVICE["healthcheck"]["test"][1:-1]
        asked = await self.run(command, *words, check)
        await asked.communicate()
        return asked.returncode == 0


def _settings() -> dict[str, str]:
    found: dict[str, str] = SERVICE["environment"]
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    wait_long_for_answers(monkeypatch)
    made = await start()
    yield made
    await made.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder that other users can read, unlike pytest's own."""
    with TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        yield Path(made)


@pytest.mark.slow
@pytest.mark.skipif(bool(AS_SOMEBODY) and shutil.which("setpriv") is None, reason="root can't step back here")
async def test_what_compose_starts_becomes_ready_plays_and_stops_cleanly(
    playground: Playground, folder: Path
) -> None:
    deployed = Deployed(folder, playground)
    command = json.loads(dict(last_stage())["CMD"])
    assert not await deployed.is_healthy("live")
    bot = await deployed.run(*command)
    assert bot.stderr is not None
    log = asyncio.create_task(bot.stderr.read())
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await deployed.is_healthy("ready"):
                assert bot.returncode is None, (await log).decode()
                await asyncio.sleep(BETWEEN_CHECKS_SECONDS)
            assert await deployed.is_healthy(SERVICE["healthcheck"]["test"][-1])
            mara = Person(playground.actor("mara"), "games")
            await mara.start("/ccc play")
            bot.send_signal(signal.SIGTERM)
            assert await bot.wait() == 0
    finally:
        if bot.returncode is None:
            bot.kill()
    lines = [json.loads(line) for line in (await log).decode().splitlines()]
    assert [line for line in lines if line["level"] not in ("info", "debug")] == []
    assert any(line["message"].startswith("online as") for line in lines)
    assert playground.token not in str(lines)
    assert sorted(path.name for path in deployed.data.iterdir()) == ["slowplay.db", "slowplay.db.host"]
    assert list(deployed.root.iterdir()) == []
