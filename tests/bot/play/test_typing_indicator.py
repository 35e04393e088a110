"""“… is typing” while the bot thinks: it shows where the match is played, and nothing depends on it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from bot.play.ai.ui.typing_indicator import TypingIndicator
from playground.people.actor import Subscription
from playground.rest.faults import Fault
from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.levels.thinker import THE_BOT_BEGINS, Held
from tests.kit.matches.tapped import newest_match
from tests.kit.table import Table, table


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom") as made:
        await made.stop_bot()
        made.ai_pool = Held()
        await made.start_bot()
        yield made


async def where_it_types(events: Subscription) -> str:
    """Return the channel in which the bot next shows that it's typing."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (event := await events.get())["event"] != "TYPING_START":
            pass
    return str(event["data"]["channel_id"])


async def begins(t: Table, channel: str | None = None) -> None:
    """Begin a match of Mara's in which the bot has the first move, and let time pass while it thinks."""
    await t.mara.start("/ccc play", channel, public=channel is None, **THE_BOT_BEGINS)
    await t.ai_pool.asked.wait()
    events, app = t.mara.actor.subscribe(), t.running.bot.ctx.app
    match_id = await newest_match(t)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while channel is None and (await app.match_state(match_id)).match.thread is None:
            await events.get()


async def test_everybody_sees_the_bot_type_in_the_thread_of_a_match(t: Table) -> None:
    onlooker = t.tom.actor.subscribe()
    await begins(t)
    t.advance(2)
    assert await where_it_types(onlooker) == t.threads()[-1]["id"]
    t.ai_pool.go.set()
    await t.settled()


async def test_of_a_match_in_private_only_its_person_sees_the_bot_type(t: Table) -> None:
    place = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    mine, others = t.mara.actor.subscribe(), t.tom.actor.subscribe()
    await begins(t, place)
    t.advance(2)
    assert await where_it_types(mine) == place
    t.ai_pool.go.set()
    await t.settled()
    match = (await t.running.bot.ctx.app.match_state(await newest_match(t))).match
    elsewhere = msgspec.structs.replace(match, channel=int((await t.mara.actor.open_dm(t.tom.id))["id"]))
    await TypingIndicator(t.running.bot, t.running.bot.ctx.direct).show(elsewhere)
    assert await where_it_types(mine) == place, "where the bot is not, it writes to its person"
    seen = [others.queue.get_nowait()["event"] for _ in range(others.queue.qsize())]
    assert "TYPING_START" not in seen


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_the_bot_moves_even_if_it_may_not_type(
    t: Table, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    faults, refused = t.playground.faults, asyncio.Event()
    take = faults.take

    def heard(*request: Any) -> Fault | None:
        fault = take(*request)
        if fault is not None:
            refused.set()
        return fault

    faults.take = heard
    t.fault("POST /channels/.*/typing$", status, times=9)
    await begins(t)
    t.advance(2)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await refused.wait()
    t.ai_pool.go.set()
    await t.settled()
    match = await t.running.bot.ctx.app.match_state(await newest_match(t))
    assert match.length == 1
    assert "cannot be shown" not in caplog.text
