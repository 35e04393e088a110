"""A bot that can't keep up: taps that Discord has given up on are dropped whole, not played."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.discord_kit.interactions.interaction_dedup import Freshness
from tests.kit.matches.tapped import begin_briefed
from tests.kit.table import Table
from tests.kit.watching.events import happens, heard

pytestmark = pytest.mark.table("mara", "tom")


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time


def comes(fresh: Freshness, clock: Clock, created: float, at: float) -> bool:
    """Let an interaction made at `created` arrive at `at`, and return whether it's too old."""
    clock.time = at
    fresh.note_arrival(created)
    return fresh.is_too_old(created)


def test_an_interaction_is_too_old_before_discord_gives_it_up() -> None:
    clock = Clock()
    fresh = Freshness(clock.now)
    assert not comes(fresh, clock, created=1000.0, at=1000.1)
    clock.time = 1002.5
    assert not fresh.is_too_old(1000.0)
    clock.time = 1002.7
    assert fresh.is_too_old(1000.0)


@pytest.mark.parametrize("ahead", [-3600.0, -2.0, 2.0, 3600.0])
def test_a_clock_that_differs_from_discords_makes_nothing_old(ahead: float) -> None:
    clock = Clock()
    fresh = Freshness(clock.now)
    assert not any(
        comes(fresh, clock, created=second - ahead, at=second + 0.1) for second in range(1000, 1050)
    )
    assert comes(fresh, clock, created=1050 - ahead, at=1054.0), "this one was late"


@pytest.mark.parametrize("by", [-3600.0, -10.0, 10.0, 3600.0])
def test_a_clock_that_is_set_is_forgiven_after_a_while(by: float) -> None:
    clock = Clock()
    fresh = Freshness(clock.now)
    for second in range(1000, 1100):
        comes(fresh, clock, created=second, at=second)
    late = [comes(fresh, clock, created=second, at=second + by) for second in range(1100, 1200)]
    assert sum(late) <= (32 if by == 10.0 else 0)
    assert not any(late[32:])


def test_a_tap_that_comes_before_its_clock_does_makes_none_of_the_next_ones_old() -> None:
    clock = Clock()
    fresh = Freshness(clock.now)
    assert not comes(fresh, clock, created=4600.0, at=1000.0)
    assert not any(comes(fresh, clock, created=second, at=second + 0.1) for second in range(4601, 4605))
    assert comes(fresh, clock, created=4605.0, at=4609.0), "this one was late"


def test_dropped_taps_are_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    fresh = Freshness(clock.now)
    with caplog.at_level(logging.WARNING):
        for second in range(1000, 1090):
            clock.time = float(second)
            fresh.drop()
    assert [record.args for record in caplog.records] == [(1,), (60,)]
    assert fresh.dropped == 90


@pytest.mark.slow
async def test_a_tap_that_waits_too_long_for_its_turn_is_not_played(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    panel = await t.mara.tap("Move", match.posts()[-1])
    before, arrived, dropped = (await match.table()).length, heard(t, "note_arrival"), heard(t, "drop")
    async with t.database.write():
        tap = asyncio.create_task(t.mara.tap("Roll the die", panel))
        await happens(arrived)
        t.advance(3)
        with pytest.raises(AssertionError, match="interaction failed"):
            await tap
    await happens(dropped)
    await t.settled()
    assert (await match.table()).length == before
    await t.mara.tap("Roll the die", panel)
    assert (await match.table()).length == before + 1


@pytest.mark.slow
async def test_a_tap_that_a_slow_gateway_brings_too_late_is_not_played(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    panel = await t.mara.tap("Move", match.posts()[-1])
    before, dropped, made = (await match.table()).length, heard(t, "drop"), asyncio.Event()
    t.playground.faults.delay.set(5.0)
    t.playground.world.listeners.append(lambda event: event.name == "INTERACTION_CREATE" and made.set())
    tap = asyncio.create_task(t.mara.tap("Roll the die", panel))
    await happens(made)
    t.advance(5)
    with pytest.raises(AssertionError, match="interaction failed"):
        await tap
    await happens(dropped)
    t.playground.faults.delay.set(0.0)
    await t.settled()
    assert (await match.table()).length == before
