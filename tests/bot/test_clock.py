"""The bot's clock follows another one when it is told to."""

from __future__ import annotations

import asyncio

import pytest

from bot.clock import SystemClock
from playground.app import start
from tests.kit import PATIENCE_SECONDS, StillClock


async def test_a_clock_that_follows_another_is_moved_on_with_it() -> None:
    playground = await start(clock=StillClock())
    clock = SystemClock()
    following = asyncio.create_task(clock.follow(playground.environment()["SLOWPLAY_CLOCK"]))
    before = clock.now()
    waiting = asyncio.create_task(clock.until(before + 3600))
    try:
        playground.world.clock.advance(7200)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await waiting
        assert clock.now() == pytest.approx(before + 7200, abs=60)
    finally:
        following.cancel()
        await asyncio.wait([following])
        await playground.close()


async def test_waiting_ends_when_time_is_moved() -> None:
    clock = SystemClock()
    waiting = asyncio.create_task(clock.until(clock.now() + 3600))
    await asyncio.sleep(0)
    before = clock.now()
    clock.move(5000)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await waiting
    assert clock.now() == pytest.approx(before + 5000, abs=5)


async def test_a_moment_that_has_passed_is_not_waited_for() -> None:
    clock = SystemClock()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await clock.until(clock.now() - 1)
