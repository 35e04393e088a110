"""`slowplay serve` as a separate process: it starts, plays, stops when told, and keeps its log clean."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from bot.program import event_loop
from playground.app import Playground
from storage import open_database
from tests.kit.databases.damage import damage
from tests.kit.people import Person
from tests.kit.program import heard, process
from tests.paths import ROOT


@pytest.mark.slow
def test_a_bot_without_ports_holds_no_web_server_in_memory() -> None:
    code = "import sys, bot.program, bot.features; sys.exit('aiohttp.web' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.proof
async def test_it_plays_stops_when_told_and_writes_no_secret_into_its_log(
    playground: Playground, tmp_path: Path
) -> None:
    async with process(tmp_path, SLOWPLAY_LOG="DEBUG", **playground.environment()) as running:
        log = await heard(running, "online as")
        reading = asyncio.create_task(heard(running))
        mara = Person(playground.actor("mara"), "games")
        await mara.start("/creators play", side="Destroyer", pattern="☂")
        preview = await mara.tap("Show it now (then it counts)")
        assert "preview.gif" in preview.pictures
        cells = preview.alt_texts[0].removeprefix("The pattern: cells ").split()
        await mara.sees("Creator moves")
        running.send_signal(signal.SIGTERM)
        log += await reading
        assert await running.wait() == 0
    assert "Traceback" not in log
    for secret in ("☂", " ".join(cells[:3]), '","'.join(cells[:3]), playground.token):
        assert secret not in log
    assert not re.search(r"interactions/\d+/[\w-]{60,}", log), "tokens of interactions are secrets, too"


@pytest.mark.proof
async def test_a_database_that_breaks_ends_it_with_one_line_about_how_to_restore(
    playground: Playground, tmp_path: Path
) -> None:
    async with process(tmp_path, SLOWPLAY_LOG="WARNING", **playground.environment()) as running:
        reading = asyncio.create_task(heard(running))
        mara = Person(playground.actor("mara"), "games")
        [application] = playground.world.applications
        await mara.until("the bot", lambda: playground.sessions.is_connected(application))
        damage(tmp_path / "here.db")
        with suppress(Exception):
            await mara.slash("/profile")
        log = await reading
        assert await running.wait() == 2
    (line,) = [line for line in log.splitlines() if "CRITICAL" in line]
    assert "here.db is damaged (database disk image is malformed): stop the bot, put your newest" in line
    assert "Traceback" not in log


@pytest.mark.proof
async def test_damage_that_is_found_after_the_start_ends_it_with_the_same_line(
    playground: Playground, tmp_path: Path
) -> None:
    async with await open_database(tmp_path / "here.db"):
        pass
    damage(tmp_path / "here.db", "daily_solvers")
    async with process(tmp_path, SLOWPLAY_LOG="WARNING", **playground.environment()) as running:
        log = await heard(running)
        assert await running.wait() == 2
    (line,) = [line for line in log.splitlines() if "CRITICAL" in line]
    assert re.search(r"here\.db is damaged \(.+\): stop the bot, put your newest", line)
    assert "Traceback" not in log


@pytest.mark.slow
async def test_a_token_that_discord_refuses_is_one_sentence(playground: Playground, tmp_path: Path) -> None:
    environment = playground.environment() | {"DISCORD_TOKEN": playground.token[:-1] + "1"}
    async with process(tmp_path, SLOWPLAY_LOG="ERROR", **environment) as running:
        log = await heard(running)
        assert await running.wait() == 2
    assert log.startswith("Discord doesn't accept DISCORD_TOKEN: ")
    assert log.count("\n") == 1


def test_the_program_runs_in_uvloop_and_without_it_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvloop")
    with asyncio.Runner(loop_factory=event_loop()) as runner:
        assert type(runner.get_loop()).__module__ == "uvloop"
    monkeypatch.setitem(sys.modules, "uvloop", None)
    with asyncio.Runner(loop_factory=event_loop()) as runner:
        assert type(runner.get_loop()).__module__.startswith("asyncio")
