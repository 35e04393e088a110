"""A test continues when the bot has come to rest, and not a moment before."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from storage.engine.handle import Reader
from storage.rows import DueJob
from storage.tables import scheduled_jobs
from tests.kit.hearing import HeardSignal
from tests.kit.hosts.house import house
from tests.kit.inputs import ThreadThinkers
from tests.kit.levels.thinker import THE_BOT_BEGINS, Held
from tests.kit.matches.tapped import newest_match
from tests.kit.rows import next_moment
from tests.kit.table import table

MANY = 50
"""More reads of the database than the kit makes."""


async def test_after_work_begun_and_ended_while_the_database_is_read_it_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, reads_by_then = 0, 0
    async with house(tmp_path) as here, here.open() as hearing:

        async def read_while_the_bot_works(r: Reader, host: int, now: int) -> int | None:
            nonlocal reads, reads_by_then
            reads += 1
            moment = await next_moment(r, host, now)
            if reads == 1:
                await here.say("a")
                await hearing.rest()
                reads_by_then = reads
            return moment

        monkeypatch.setattr("tests.kit.hearing.next_moment", read_while_the_bot_works)
        await hearing.rest()
        assert here.post.nonces() == ["a"]
    assert reads > reads_by_then > 1


async def test_a_loop_that_was_woken_is_not_idle_although_it_has_not_run_yet() -> None:
    signal = HeardSignal()
    waiting = asyncio.create_task(signal.wait())
    await signal.idle.wait()
    signal.wake()
    assert not signal.idle.is_set()
    await waiting


async def test_what_an_event_of_the_gateway_sets_off_is_waited_for(tmp_path: Path) -> None:
    async with house(tmp_path) as here, here.open() as hearing:

        async def on_connect() -> None:
            async with here.app.database.read() as r:
                for _ in range(MANY):
                    await scheduled_jobs.next_due(r, 7)
            await here.say("a")

        heard = asyncio.create_task(on_connect(), name="discord.py: on_connect")
        await hearing.rest()
        assert here.post.nonces() == ["a"]
        await heard


@pytest.mark.slow
async def test_a_bot_that_was_started_has_found_the_answers_that_its_players_owe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table("mara") as t:
        undone = scheduled_jobs.undone

        async def found_late(r: Reader, kind: str) -> list[DueJob]:
            await t.running.bot.on_line.wait()
            for _ in range(MANY):
                await scheduled_jobs.next_due(r, 7)
            return list(await undone(r, kind))

        monkeypatch.setattr("bot.app._DRAIN_SECONDS", 0.05)  # the answer that is waited for never comes
        t.ai_pool = held = Held()
        await t.restart_bot()
        await t.mara.start("/ccc play", **THE_BOT_BEGINS)
        await held.asked.wait()
        monkeypatch.setattr(scheduled_jobs, "undone", found_late)
        t.ai_pool = ThreadThinkers()
        await t.restart_bot()
        await t.settled()
        assert (await t.running.bot.ctx.app.match_state(await newest_match(t))).length == 1
