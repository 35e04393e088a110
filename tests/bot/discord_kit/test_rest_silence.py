"""Every request fails while the gateway is up: players can't be told or answered, so clocks rest."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import pytest

from bot.core.clock import GRACE_SECONDS
from bot.core.clock_pauses import DAY, HOUR
from bot.discord_kit.requests.rest_health import ASK_SECONDS, is_silence
from bot.play.clocks import clocks
from bot.play.clocks.heartbeats import BEAT_SECONDS
from storage.tables import heartbeat
from tests.kit.inputs import PATIENCE_SECONDS, START
from tests.kit.matches.tapped import Played, begin_briefed
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")

NOW = int(START)
EVERYTHING = ".*"


async def a_match(t: Table) -> Played:
    """Begin a match with a day per turn in which both have acted; Mara is to act."""
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    for _ in range(2):
        await match.turn()
    await t.settled()
    return match


async def silence(t: Table, status: int = 503) -> None:
    """Let every request fail from now on, and let the bot notice."""
    t.fault(EVERYTHING, status, times=1_000_000)
    await asked(t)


async def asked(t: Table) -> None:
    """Have the bot make a request, whatever comes of it."""
    bot: Any = t.running.bot
    with suppress(discord.HTTPException):
        await bot.http.request(discord.http.Route("GET", "/users/@me"))
    await t.settled()


async def speech(t: Table) -> None:
    """Let Discord answer again, and wait until the bot notices by itself."""
    rest, over = t.running.bot.ctx.rest, asyncio.Event()
    end = rest.over
    rest.over = lambda: (end(), over.set())  # type: ignore[method-assign,assign]
    t.playground.faults.clear()
    t.advance(ASK_SECONDS)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await over.wait()
    await t.settled()


async def due_at(t: Table, match: Played) -> Any:
    return await clocks.due_in(t.running.bot.ctx.app, (await match.table()).match)


async def reason(match: Played) -> str | None:
    return (await match.table()).match.reason


async def outages(t: Table) -> tuple[tuple[int, int], ...]:
    async with t.database.read() as r:
        return tuple((outage.began, outage.ended) for outage in await heartbeat.outages(r, 0))


@pytest.mark.slow
async def test_while_no_request_is_answered_nobody_loses_on_time_and_what_was_left_is_left(t: Table) -> None:
    match = await a_match(t)
    await silence(t)
    t.advance(5 * DAY)
    await t.settled()
    assert await reason(match) is None
    await speech(t)
    t.advance(DAY - ASK_SECONDS - BEAT_SECONDS)
    await t.settled()
    assert await reason(match) is None
    t.advance(2 * BEAT_SECONDS)
    await t.settled()
    assert await reason(match) == "time"


@pytest.mark.proof
async def test_a_short_silence_of_requests_stops_no_clock(t: Table) -> None:
    match = await a_match(t)
    before = await due_at(t, match)
    await silence(t)
    t.advance(GRACE_SECONDS - ASK_SECONDS)
    await t.settled()
    assert t.running.bot.ctx.app.reachable
    await speech(t)
    assert await outages(t) == ()
    assert await due_at(t, match) == before


@pytest.mark.proof
async def test_an_answer_among_failures_is_an_answer(t: Table) -> None:
    await a_match(t)
    await silence(t)
    t.advance(GRACE_SECONDS)
    await t.settled()
    t.playground.faults.clear()
    await asked(t)
    await silence(t)
    t.advance(GRACE_SECONDS)
    await t.settled()
    assert t.running.bot.ctx.app.reachable


@pytest.mark.slow
async def test_an_outage_of_requests_and_of_the_gateway_is_given_back_once(t: Table) -> None:
    match = await a_match(t)
    before, bot = await due_at(t, match), t.running.bot
    await silence(t)
    t.advance(HOUR)
    await t.settled()
    await bot.on_shard_disconnect(0)
    t.advance(HOUR)
    await t.settled()
    await bot.on_shard_resumed(0)
    assert not bot.ctx.app.reachable, "the gateway alone is of no use"
    t.advance(HOUR)
    await t.settled()
    await speech(t)
    assert bot.ctx.app.reachable
    lost = 3 * HOUR + ASK_SECONDS
    assert lost <= await due_at(t, match) - before <= lost + BEAT_SECONDS


@pytest.mark.slow
async def test_requests_that_are_answered_before_the_gateway_is_back_start_no_clock(t: Table) -> None:
    match = await a_match(t)
    before, bot = await due_at(t, match), t.running.bot
    await silence(t)
    await bot.on_shard_disconnect(0)
    t.advance(HOUR)
    await t.settled()
    await speech(t)
    assert not bot.ctx.app.reachable
    t.advance(HOUR)
    await bot.on_shard_connect(0)
    lost = 2 * HOUR + ASK_SECONDS
    assert lost <= await due_at(t, match) - before <= lost + BEAT_SECONDS


async def test_a_tap_whose_answer_fails_makes_the_bot_ask_whether_discord_answers(t: Table) -> None:
    # With a 503 discord.py would try for half a minute first.
    t.fault("POST /interactions/.*/callback", 401)
    tap, app = asyncio.create_task(t.mara.slash("/matches")), t.running.bot.ctx.app
    async with asyncio.timeout(PATIENCE_SECONDS):
        await t.running.bot.ctx.rest.trouble.wait()
    assert app.unanswered == NOW
    await t.settled()
    t.advance(3)
    with pytest.raises(AssertionError, match="did not respond"):
        await tap
    await speech(t)
    assert app.unanswered is None


class _Response:
    """The part of a response that discord.py keeps."""

    def __init__(self, status: int) -> None:
        self.status, self.reason, self.headers = status, "", {}


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    return discord.HTTPException(_Response(status), {"code": code, "message": "no"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "error",
    [
        refusal(503),
        refusal(500),
        refusal(500, 50001),
        refusal(401),
        refusal(403),
        aiohttp.ClientError(),
        ConnectionResetError(),
    ],
    ids=repr,
)
def test_a_broken_discord_and_a_broken_network_are_silence(error: Exception) -> None:
    assert is_silence(error)


@pytest.mark.parametrize(
    "error", [refusal(403, 50007), refusal(404, 10008), refusal(401, 50027), refusal(429)], ids=repr
)
def test_a_refusal_is_no_silence(error: Exception) -> None:
    assert not is_silence(error)
