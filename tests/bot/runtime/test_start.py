"""Starting the bot: it survives failures that the running bot survives, and SIGTERM works at any moment."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.runtime.retrying import (
    LONGEST_PAUSE_SECONDS,
    NotConnected,
    _check_answer,
    describe_error,
    pause,
    persistently,
    seconds_asked,
)
from playground.app import Playground, start
from playground.rest.faults import Fault
from storage.engine.errors import UnreachableDatabase, UnusableDatabase
from tests.budgets import first_slow
from tests.kit.hosts.house import ManualClock
from tests.kit.inputs import wait_long_for_answers
from tests.kit.people import Person
from tests.kit.program import heard, process
from tests.kit.table import Table
from tests.kit.watching.log_lines import Lines, hear_log

pytestmark = pytest.mark.table("mara", "tom")

STEPS = {
    "who the bot is": "GET /users/@me",
    "its application": "GET /oauth2/applications/@me",
    "its commands": "PUT /applications/.*/commands",
    "its gateway": "GET /gateway/bot",
}
AGAIN = "trying again in "


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    wait_long_for_answers(monkeypatch)
    made = await start()
    yield made
    await made.close()


@pytest.fixture
def lines() -> Iterator[Lines]:
    with hear_log() as made:
        yield made


async def started_while(t: Table, lines: Lines, waits: list[int]) -> None:
    """Start the bot, which fails once for each wait; time passes only as it waits."""
    await t.stop_bot()
    starting = asyncio.create_task(t.start_bot())
    for seconds in waits:
        line = await lines.told(AGAIN)
        assert line.endswith(f"{AGAIN}{seconds} s")
        assert not starting.done()
        t.advance(seconds)
    await starting


async def assert_serves(t: Table) -> None:
    """Assert that the bot serves a match and runs each background loop once."""
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator")
    await t.tom.tap("Accept", card)
    await t.settled()
    names = [task.get_name() for task in asyncio.all_tasks()]
    assert [names.count(loop) for loop in ("outbox", "deadlines", "bots", "heartbeat")] == [1] * 4


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
async def test_a_start_outlives_a_discord_that_is_broken(t: Table, lines: Lines, step: str) -> None:
    t.fault(STEPS[step], 503, times=9)
    await started_while(t, lines, [1, 2, 4, 8, 16, 32, 60, 60, 60])
    await assert_serves(t)


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
async def test_a_start_waits_as_long_as_a_rate_limit_says(t: Table, lines: Lines, step: str) -> None:
    t.fault(STEPS[step], 429, retry_after=600)
    await started_while(t, lines, [600])
    await assert_serves(t)


@pytest.mark.slow
async def test_a_start_opens_one_session_however_often_it_tries(
    t: Table, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    await t.stop_bot()
    opened, session = [], aiohttp.ClientSession
    monkeypatch.setattr(aiohttp, "ClientSession", lambda **given: opened.append(1) or session(**given))
    await t.start_bot()
    once = len(opened)
    t.fault(STEPS["who the bot is"], 503, times=3)
    await started_while(t, lines, [1, 2, 4])
    assert len(opened) == 2 * once


async def test_requests_of_the_running_bot_are_not_kept_back_by_those_of_the_start(t: Table) -> None:
    t.fault(STEPS["who the bot is"], 503)
    with pytest.raises(discord.DiscordServerError):
        await t.running.bot.http.request(discord.http.Route("GET", "/users/@me"))


class Gate:
    """A gateway in front of the playground's that refuses connections, or closes them before hello.

    Each entry of `troubles` spoils one connection.
    """

    def __init__(self, playground: Playground, troubles: list[str]) -> None:
        self._playground = playground
        self._troubles = troubles

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if not self._troubles:
            return await self._playground.sessions.handle(request)
        if self._troubles.pop(0) == "503":
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.close(code=4000)
        return socket


async def test_a_start_outlives_a_gateway_that_refuses_or_closes(
    t: Table, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(t.playground, ["503", "closed", "503"])
    app = web.Application()
    app.router.add_get("/gateway", gate.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(Playground, "gateway", f"ws://127.0.0.1:{port}/gateway")
            await started_while(t, lines, [1, 2, 4])
        await assert_serves(t)
        await t.stop_bot()
        await t.start_bot()
    finally:
        await runner.cleanup()


def test_a_page_that_came_with_an_error_makes_no_long_line() -> None:
    said = describe_error(aiohttp.ClientError("<html>\n" + "<p>Bad gateway</p>\n" * 500))
    assert said.startswith("ClientError: <html> <p>Bad gateway</p> <p>")
    assert len(said) <= 300
    assert "\n" not in said


async def test_a_page_in_place_of_an_answer_is_asked_for_again() -> None:
    async def page() -> str:
        return "<html>Log in to this network</html>"

    async def answer() -> dict[str, str]:
        return {"id": "1"}

    with pytest.raises(NotConnected):
        await _check_answer(page())
    assert await _check_answer(answer()) == {"id": "1"}


async def test_what_waiting_does_not_help_against_is_raised_at_once() -> None:
    async def wrong() -> None:
        raise discord.LoginFailure("no")

    with pytest.raises(discord.LoginFailure):
        await persistently("this", wrong, ManualClock())


def test_pauses_double_up_to_a_minute_for_ever() -> None:
    assert [pause(number) for number in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert pause(10**6) == LONGEST_PAUSE_SECONDS


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (ConnectionResetError(), 0),
        (TimeoutError(), 0),
        (aiohttp.ClientPayloadError(), 0),
        (socket.gaierror(), 0),
        (discord.GatewayNotFound(), 0),
        (NotConnected(), 0),
        (UnreachableDatabase(), 0),
        (UnusableDatabase(), None),
        (discord.RateLimited(3000.0), 3000),
        (aiohttp.InvalidURL("x"), None),
        (KeyError(), None),
    ],
    ids=repr,
)
def test_what_passes_by_itself_is_known(error: Exception, seconds: float | None) -> None:
    assert seconds_asked(error) == seconds


@pytest.mark.slow
async def test_a_discord_out_of_reach_is_a_line_each_time_and_sigterm_ends_the_waiting(
    playground: Playground, tmp_path: Path
) -> None:
    environment = playground.environment() | {"PLAYGROUND_CLOCK": ""}
    await playground.close()
    async with process(tmp_path, SLOWPLAY_LOG="WARNING", **environment) as running:
        log = await heard(running, AGAIN) + await heard(running, AGAIN)
        running.send_signal(signal.SIGTERM)
        log += await heard(running)
        assert await running.wait() == 0
    assert "Traceback" not in log
    assert all("GET /users/@me failed (ClientConnectorError: " in line for line in log.splitlines()), log


@pytest.mark.slow
async def test_sigterm_before_anything_has_begun_is_a_normal_stop(
    playground: Playground, tmp_path: Path
) -> None:
    environment = playground.environment() | {"PYTHONPROFILEIMPORTTIME": "1"}
    async with process(tmp_path, **environment) as running:
        await heard(running, "discord.enums")
        running.send_signal(signal.SIGTERM)
        log = await heard(running)
        assert await running.wait() == 0
    assert "Traceback" not in log


@pytest.mark.proof
async def test_sigterm_while_the_database_is_waited_for_is_a_normal_stop(
    playground: Playground, tmp_path: Path
) -> None:
    environment = playground.environment() | {
        "SLOWPLAY_DATABASE": "postgresql://slowplay@127.0.0.1:1/slowplay"
    }
    async with process(tmp_path, SLOWPLAY_LOG="WARNING", **environment) as running:
        log = await heard(running, AGAIN)
        running.send_signal(signal.SIGTERM)
        log += await heard(running)
        assert await running.wait() == 0
    assert log.count("\n") == 1, log


@pytest.mark.proof
@pytest.mark.parametrize("step", first_slow(STEPS))
async def test_a_token_reset_during_the_start_is_one_sentence(
    playground: Playground, tmp_path: Path, step: str
) -> None:
    playground.faults.order({"match": STEPS[step], "status": 401, "times": 10})
    async with process(tmp_path, SLOWPLAY_LOG="ERROR", **playground.environment()) as running:
        log = await heard(running)
        assert await running.wait() == 2
    assert log.startswith("Discord doesn't accept DISCORD_TOKEN: ")
    assert log.count("\n") == 1


def reset_token(playground: Playground) -> None:
    """Reset the token, as on Discord's Bot page: the old one is invalid from now on."""
    for application in playground.world.applications.values():
        application.token = "MTIz.new.token-" + "x" * 24


@pytest.mark.parametrize("first", first_slow(["the gateway", "a request"]))
async def test_a_token_reset_while_the_bot_runs_is_one_sentence(
    playground: Playground, tmp_path: Path, first: str
) -> None:
    async with process(tmp_path, SLOWPLAY_LOG="INFO", **playground.environment()) as running:
        await heard(running, "online as")
        if first == "the gateway":
            reset_token(playground)
            playground.sessions.drop(resume=True)
        else:
            order_reset_with_the_next_message(playground)
            asking = asyncio.create_task(Person(playground.actor("mara"), "games").start("/creators play"))
        log = await heard(running)
        assert await running.wait() == 2
    assert "Traceback" not in log
    said = log.splitlines()[-1]
    assert said.startswith(
        "Discord no longer accepts DISCORD_TOKEN because it was reset while the bot was running: "
    )
    if first != "the gateway":
        asking.cancel()


def order_reset_with_the_next_message(playground: Playground) -> None:
    """Reset the token when the bot is about to post; its gateway connection stays open."""
    take = playground.faults.take

    def resetting(method: str, path: str) -> Fault | None:
        if method == "POST" and not path.startswith("/interactions"):
            reset_token(playground)
        return take(method, path)

    playground.faults.take = resetting  # type: ignore[method-assign]
