"""The bot's clock follows the playground's when it's moved."""

from __future__ import annotations

import asyncio

import pytest

from bot.runtime.system_clock import SystemClock
from playground.app import start
from playground.model.clock import ShiftedClock
from tests.kit.inputs import PATIENCE_SECONDS, StillClock


async def test_a_clock_that_follows_another_is_moved_on_with_it() -> None:
    playground = await start(clock=StillClock())
    clock = SystemClock()
    following = asyncio.create_task(clock.follow(playground.environment()["PLAYGROUND_CLOCK"]))
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


@pytest.mark.parametrize("steps", range(5))
@pytest.mark.parametrize("whose", ["bot", "playground"])
async def test_who_is_cancelled_while_time_moves_waits_no_longer(whose: str, steps: int) -> None:
    """A lost cancellation would leave a task waiting; `steps` is the number of loop turns in between."""
    clock, world = SystemClock(), ShiftedClock(StillClock())
    far = clock.now() + 1e9
    waiting = asyncio.create_task(clock.until(far) if whose == "bot" else world.wait_until(far))
    for _ in range(3):
        await asyncio.sleep(0)
    clock.move(60)
    world.advance(60)
    for _ in range(steps):
        await asyncio.sleep(0)
    waiting.cancel()
    async with asyncio.timeout(PATIENCE_SECONDS):
        await asyncio.wait([waiting])
    # The bot's waits end whenever the clock is moved, so one that had already ended wasn't canceled.
    assert waiting.cancelled() or (whose == "bot" and steps > 0)
