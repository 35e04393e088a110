"""`python -m playground` as a process."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys

import aiohttp
import pytest

from playground.__main__ import hear_signals, split_command
from tests.paths import ROOT

GUARD = 120.0
BOT = """
import os, signal, sys
endings = {signal.SIGTERM: 7, signal.SIGINT: 8}
signal.pthread_sigmask(signal.SIG_BLOCK, endings)
ours = [name for name in sorted(os.environ) if name.startswith(("PLAYGROUND", "DISCORD"))]
print(*(name + "=" + os.environ[name] for name in ours), flush=True)
sys.exit(endings[signal.sigwait(endings)])
"""


STARTED = []


@pytest.fixture(autouse=True)
async def nobody_stays():
    """End the processes that a failing test has left running, and their bots."""
    yield
    for process in STARTED:
        if process.returncode is None:
            process.terminate()
            await end(process)
    STARTED.clear()


async def start(*arguments):
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "playground",
        *arguments,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    STARTED.append(process)
    return process


async def line(process):
    async with asyncio.timeout(GUARD):
        return (await process.stdout.readline()).decode()


async def end(process):
    async with asyncio.timeout(GUARD):
        _, errors = await process.communicate()
    return process.returncode, errors.decode()


async def test_it_prints_its_address_and_ends_with_a_signal():
    process = await start("--port", "0")
    address = re.fullmatch(r"The playground is open at (http://127\.0\.0\.1:\d+)/\n", await line(process))
    async with aiohttp.ClientSession() as session, session.get(address[1] + "/control/state") as response:
        assert response.status == 200
    assert await line(process) == "To log in, a bot needs this environment:\n"
    assert re.fullmatch(r"DISCORD_TOKEN=[\w-]{20,}\.[\w-]{6}\.[\w-]{27,}\n", await line(process))
    assert await line(process) == f"DISCORD_API={address[1]}/api/v10\n"
    process.send_signal(signal.SIGTERM)
    assert await end(process) == (0, "")


async def test_a_token_that_is_given_is_the_token():
    process = await start("--port", "0", "--token", "a.b.c")
    told = [await line(process) for _ in range(3)]
    assert told[2] == "DISCORD_TOKEN=a.b.c\n"
    process.send_signal(signal.SIGTERM)
    assert await end(process) == (0, "")


async def test_it_runs_a_bot_passes_signals_on_and_ends_with_it(tmp_path):
    script = tmp_path / "bot.py"
    script.write_text(BOT)
    for sent, status in ((signal.SIGTERM, 7), (signal.SIGINT, 8)):
        process = await start("--port", "0", "--run", f"{sys.executable} {script}")
        port = re.search(r":(\d+)/", await line(process))[1]
        told = dict(pair.split("=", 1) for pair in (await line(process)).split())
        assert re.fullmatch(r"[\w-]{20,}\.[\w-]{6}\.[\w-]{27,}", told.pop("DISCORD_TOKEN"))
        assert told == {
            "DISCORD_API": f"http://127.0.0.1:{port}/api/v10",
            "DISCORD_CDN": f"http://127.0.0.1:{port}",
            "PLAYGROUND_CLOCK": f"http://127.0.0.1:{port}/control/clock/stream",
            "DISCORD_GATEWAY": f"ws://127.0.0.1:{port}/gateway",
        }
        process.send_signal(sent)
        assert await end(process) == (status, "")


async def test_it_stays_when_its_bot_has_ended_and_starts_it_again(tmp_path):
    script = tmp_path / "bot.py"
    script.write_text("import sys; print('last words', file=sys.stderr); sys.exit(3)")
    process = await start("--port", "0", "--watch", str(tmp_path), "--run", f"{sys.executable} {script}")
    address = re.search(r"http://\S+", await line(process))[0]
    for _ in range(2):
        async with asyncio.timeout(GUARD):
            assert await process.stderr.readline() == b"last words\n"
            assert (await process.stderr.readline()).startswith(b"The bot ended with status 3.")
        async with aiohttp.ClientSession() as session, session.post(address + "control/program") as response:
            assert (await response.json())["running"] is True
    async with asyncio.timeout(GUARD):
        await process.stderr.readline()
        await process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    assert await end(process) == (3, "")


async def test_a_taken_port_gets_one_clear_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, errors = await end(await start("--port", str(port)))
    assert status == 1
    assert re.fullmatch(rf"Port {port} can't be used \(.*\)\. Choose another with --port\.\n", errors)


async def test_a_command_that_is_not_there_gets_one_clear_sentence():
    status, errors = await end(await start("--port", "0", "--run", "/no/such/bot"))
    assert (status, len(errors.splitlines())) == (1, 1)
    assert errors.startswith("The command of --run can't be started")


async def test_signals_are_heard_where_the_loop_has_no_handlers_for_them(monkeypatch):
    def refuse(*_):
        raise NotImplementedError

    before = {ending: signal.getsignal(ending) for ending in (signal.SIGINT, signal.SIGTERM)}
    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
    signals = hear_signals()
    try:
        for ending in before:
            signal.raise_signal(ending)
            async with asyncio.timeout(GUARD):
                assert await signals.get() == ending
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)


def test_a_command_keeps_the_backslashes_of_windows():
    assert split_command(r'"C:\My bots\bot.exe" --name x', windows=True) == [
        r"C:\My bots\bot.exe",
        "--name",
        "x",
    ]
    assert split_command("python 'my bot.py'", windows=False) == ["python", "my bot.py"]
