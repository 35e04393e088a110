"""The bot's own program: it ends, the world stays, and it's started again."""

from __future__ import annotations

import asyncio
import signal
import sys
from types import SimpleNamespace

import pytest

from playground.page import program as programs
from playground.page.program import Program, find_code, watch
from tests.playground.conftest import GUARD, event

ENDS = "import sys; print('\\033[1;31mone\\033[0m'); print('two', flush=True); sys.exit(3)"
STAYS = "import signal; print('ready', end=''); signal.pause()"
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', end=''); signal.pause()"


class Output:
    """A standard output that tells when something is written to it."""

    def __init__(self):
        self.buffer = self
        self.written = asyncio.Queue()

    def write(self, data):
        self.written.put_nowait(data)

    def flush(self):
        pass


@pytest.fixture
async def run(play):
    """Yield a function that starts Python code as the bot, and end what it started."""
    made = []

    async def start(code):
        program = Program(play.world, [sys.executable, "-c", code], play.environment())
        play.control.program = program
        made.append(program)
        await program.start()
        return program

    yield start
    for program in made:
        program.send(signal.SIGKILL)
        if program.is_running:
            signals = asyncio.Queue()
            signals.put_nowait(signal.SIGKILL)
            await program.finish(signals)


def ended(data):
    return not data["running"]


async def test_a_bot_that_ended_is_told_with_its_last_lines_and_can_be_started_again(play, rest, run):
    seen = play.actor("mara").subscribe()
    await run(ENDS)
    assert (await event(seen, "PROGRAM"))["running"] is True
    state = {"running": False, "status": 3, "lines": ["one", "two"]}
    assert await event(seen, "PROGRAM", ended) == state
    assert await rest.control("GET", "/program") == (200, state)
    status, started = await rest.control("POST", "/program")
    assert (status, started) == (200, {"running": True, "status": None, "lines": []})
    assert await event(seen, "PROGRAM", ended) == state


async def test_only_the_last_lines_are_kept(play, run):
    seen = play.actor("mara").subscribe()
    await run("for n in range(10_000): print(n)")
    lines = (await event(seen, "PROGRAM", ended))["lines"]
    assert lines == [str(n) for n in range(10_000 - programs.LINES, 10_000)]


async def test_a_running_bot_is_not_started_twice(rest, run, monkeypatch):
    monkeypatch.setattr(sys, "stdout", output := Output())
    program = await run(STAYS)
    await output.written.get()
    status, state = await rest.control("POST", "/program")
    assert (status, state["running"], state["lines"]) == (200, True, ["ready"])
    assert program.is_running


async def test_without_a_command_there_is_nothing_to_start(rest):
    assert await rest.control("GET", "/program") == (200, {"running": None, "status": None, "lines": []})
    status, refusal = await rest.control("POST", "/program")
    assert status == 409
    assert "without --run" in refusal["message"]


async def test_a_command_that_is_gone_is_told(play, rest):
    play.control.program = Program(play.world, ["/no/such/bot"], {})
    status, refusal = await rest.control("POST", "/program")
    assert status == 409
    assert refusal["message"] == "The bot can't be started: No such file or directory."


async def test_the_status_of_a_bot_that_has_ended_is_that_of_the_playground(play, run):
    seen = play.actor("mara").subscribe()
    program = await run(ENDS)
    await event(seen, "PROGRAM", ended)
    signals = asyncio.Queue()
    signals.put_nowait(signal.SIGINT)
    assert await program.finish(signals) == 3
    await program.start()
    assert not program.is_running


@pytest.mark.parametrize("code", [STAYS, DEAF], ids=["gently", "by force"])
async def test_a_restart_ends_the_bot_first(run, monkeypatch, code, capsys):
    monkeypatch.setattr(programs, "ENDING_SECONDS", GUARD if code == STAYS else 0.0)
    monkeypatch.setattr(sys, "stdout", output := Output())
    program = await run(code)
    assert await output.written.get() == b"ready"
    await program.restart()
    assert await output.written.get() == b"ready"
    assert program.is_running
    assert "The bot ended" not in capsys.readouterr().err


def test_only_code_is_watched(tmp_path):
    for name in ("bot.py", "cogs/a.py", "index.mjs", "bot.db", "log.txt", ".git/a.py", "node_modules/b.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    found = {path.removeprefix(f"{tmp_path}/") for path in find_code(tmp_path)}
    assert found == {"bot.py", "cogs/a.py", "index.mjs"}


async def test_a_changed_file_starts_the_bot_again_once(tmp_path, monkeypatch):
    looks = iter([{"a": 1}, {"a": 1}, {"a": 2}, {"a": 2}, {}])
    restarts, over, loop = [], asyncio.Event(), asyncio.get_running_loop()

    def look(folder):
        if (found := next(looks, None)) is None:
            loop.call_soon_threadsafe(over.set)
        return found or {}

    async def restart():
        restarts.append(1)

    monkeypatch.setattr(programs, "find_code", look)
    watching = asyncio.create_task(watch(tmp_path, SimpleNamespace(restart=restart), 0.0))
    async with asyncio.timeout(GUARD):
        await over.wait()
    watching.cancel()
    assert len(restarts) == 2
