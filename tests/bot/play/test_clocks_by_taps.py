"""Clocks at a table: how they're set, how they're described, and what the gateway tells them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.core.clock_pauses import DAY, HOUR
from bot.play.clocks import clocks, heartbeats
from bot.play.clocks.clocks import REMINDERS, TURN
from storage.rows import DueJob
from storage.tables import heartbeat, scheduled_jobs
from tests.kit.inputs import START
from tests.kit.matches.tapped import Played, assert_refused, begin_briefed, nothing_changes
from tests.kit.people import Person
from tests.kit.servers import own_settings
from tests.kit.table import Table

NOW = int(START)
"""A Monday, 14:13:20 in UTC."""


async def row(t: Table, match: Played, kind: str = TURN) -> DueJob | None:
    async with t.database.read() as r:
        return await scheduled_jobs.get(r, kind, match.id)


async def due(t: Table, match: Played) -> int:
    found = await row(t, match)
    assert found is not None
    return found.due_at


async def quiet(person: Person, **options: Any) -> None:
    await own_settings.quiet(person, **{"since": "22:00", "until": "8:00", "zone": "UTC", **options})


async def a_match(t: Table, pace: str = "1d", turns: int = 2, **options: Any) -> Played:
    """Begin a match with Mara as Creator; after two turns, both have acted and she's to act."""
    match = await begin_briefed(t, t.mara, t.tom, time=pace, **options)
    for _ in range(turns):
        await match.turn()
    await t.settled()
    return match


def told(person: Person, text: str) -> int:
    """Return how many DMs with this text a person has."""
    dms = {dm["id"] for dm in person.actor.home()["dms"]}
    return len([seen for seen in person.messages() if seen.channel in dms and text in seen.text])


# --- paces ------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_quick_turn_is_ten_minutes(t: Table) -> None:
    assert await due(t, await a_match(t, "quick")) == NOW + 600


# --- quiet hours, weekends ----------------------------------------------------------------------------


@pytest.mark.slow
async def test_quiet_hours_stop_the_clock_of_whoever_is_to_move_and_of_nobody_else(t: Table) -> None:
    await quiet(t.mara)
    match = await a_match(t)
    assert await due(t, match) == NOW + DAY + 20 * HOUR, "two nights of ten hours"
    await match.turn()
    await t.settled()
    assert await due(t, match) == NOW + DAY, "Tom has no quiet hours"


async def test_quiet_hours_that_cannot_be_are_refused_and_change_nothing(t: Table) -> None:
    async with nothing_changes(t):
        answer = await own_settings.quiet(t.mara, since="25:00", until="8:00", zone="UTC")
        assert_refused(answer, "isn't a time of day")


@pytest.mark.slow
async def test_whoever_names_a_zone_alone_keeps_the_hours(t: Table) -> None:
    await quiet(t.mara)
    moved = await own_settings.quiet(t.mara, zone="tokyo")
    assert "Quiet hours:** 22:00 to 8:00 (Asia/Tokyo)" in moved.text
    assert "Quiet hours:** none" in (await own_settings.quiet(t.mara, since="", until="")).text


# --- holidays -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_holiday_that_ends_early_gives_nothing_away(t: Table) -> None:
    match = await a_match(t)
    await own_settings.holiday(t.mara, days=3)
    t.advance(DAY)
    await t.settled()
    answer = await own_settings.switch(t.mara, "Time", "End vacation")
    await t.settled()
    assert await due(t, match) == NOW + 2 * DAY
    assert "19 days left" in answer.text
    t.advance(60)
    await t.settled()
    assert told(t.tom, "is back from vacation") == 1


# --- reminders ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_one_is_reminded_once_when_a_day_is_left_and_only_while_it_is_ones_turn(t: Table) -> None:
    match = await a_match(t, "3d")
    t.advance(2 * DAY - 1)
    await t.settled()
    assert told(t.mara, "It's still your turn") == 0
    t.advance(1)
    await t.settled()
    assert told(t.mara, "It's still your turn") == 1
    t.advance(DAY - 1)
    await t.settled()
    assert told(t.mara, "It's still your turn") == 1
    await match.turn()
    await t.settled()
    assert told(t.tom, "It's still your turn") == 0


@pytest.mark.slow
async def test_marks_are_those_that_one_has_set_each_once(t: Table) -> None:
    await own_settings.marks(t.mara, "half", "1h")
    match = await a_match(t, "1d")
    for hours, so_far in ((11, 0), (1, 1), (10, 1), (1, 2)):
        t.advance(hours * HOUR)
        await t.settled()
        assert told(t.mara, "It's still your turn") == so_far
    assert await row(t, match, REMINDERS[0]) is None


@pytest.mark.slow
async def test_a_reminder_in_the_thread_calls_its_person_there(t: Table) -> None:
    await own_settings.where(t.mara, "thread")
    match = await a_match(t, "3d")
    t.advance(2 * DAY)
    await t.settled()
    assert told(t.mara, "It's still your turn") == 0
    line = f"<@{t.mara.id}>, it's still your turn against Tom in Creators vs Destroyers · {match.name}"
    assert f"{line} · 24 hours left" in match.posts()[-1].text


@pytest.mark.slow
async def test_settings_are_shown_to_their_owner_alone(t: Table) -> None:
    await quiet(t.mara, zone="Europe/Berlin")
    answer = await own_settings.page(t.mara, "Time")
    assert answer.ephemeral
    assert "22:00 to 8:00 (Europe/Berlin)" in answer.text
    assert "20 days left" in answer.text
    assert "Quiet hours:** none" in (await own_settings.page(t.tom, "Time")).text


# --- after a restart ----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_clocks_settings_and_reminders_survive_a_restart(t: Table) -> None:
    await quiet(t.mara)
    match = await a_match(t, "3d")
    before = await due(t, match)
    await t.restart_bot()
    await t.settled()
    assert await due(t, match) == before
    await match.turn()
    await match.turn()
    await t.settled()
    assert await due(t, match) == before


@pytest.mark.slow
async def test_while_discord_is_gone_nobody_s_time_runs_out_and_what_was_left_is_left(t: Table) -> None:
    match = await a_match(t)
    bot: Any = t.running.bot
    await bot.on_shard_disconnect(0)
    t.advance(5 * DAY)
    await t.settled()
    assert (await match.table()).match.reason is None
    await bot.on_shard_resumed(0)
    before = await clocks.due_in(bot.ctx.app, (await match.table()).match)
    t.advance(DAY - 120)
    await t.settled()
    assert (await match.table()).match.reason is None
    assert before == await clocks.due_in(bot.ctx.app, (await match.table()).match)
    t.advance(121)
    await t.settled()
    assert ((await match.table()).match.winner, (await match.table()).match.reason) == (1, "time")


@pytest.mark.slow
async def test_time_that_was_up_before_discord_went_is_up_as_soon_as_it_is_back(t: Table) -> None:
    match = await a_match(t)
    bot: Any = t.running.bot
    await bot.on_shard_disconnect(0)
    async with t.database.write() as w:
        await heartbeat.beat(w, bot.ctx.app.now() + DAY)
    t.advance(DAY + HOUR)
    await t.settled()
    assert (await match.table()).match.reason is None
    await bot.on_shard_connect(0)
    await t.settled()
    assert ((await match.table()).match.winner, (await match.table()).match.reason) == (1, "time")


@pytest.mark.slow
async def test_a_reminder_comes_as_much_later_as_an_outage_was_long(t: Table) -> None:
    await a_match(t, "3d", turns=1)
    await t.stop_bot()
    t.advance(3 * DAY)
    await t.start_bot()
    await t.settled()
    assert told(t.tom, "It's still your turn") == 0
    t.advance(2 * DAY)
    await t.settled()
    assert told(t.tom, "It's still your turn") == 1


@pytest.mark.slow
async def test_a_gateway_that_goes_again_while_its_outage_is_noted_counts_as_gone(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_match(t)
    bot: Any = t.running.bot
    noting, go_on, note = asyncio.Event(), asyncio.Event(), heartbeats.compensate_outage

    async def slowly(*arguments: Any) -> int:
        noting.set()
        await go_on.wait()
        return await note(*arguments)

    await bot.on_shard_disconnect(0)
    monkeypatch.setattr(heartbeats, "compensate_outage", slowly)
    back = asyncio.create_task(bot.on_shard_connect(0))
    await noting.wait()
    await bot.on_shard_disconnect(0)
    go_on.set()
    await back
    assert not bot.ctx.app.reachable
    await bot.on_shard_connect(0)
    assert bot.ctx.app.reachable


@pytest.mark.slow
async def test_clocks_wait_until_an_outage_could_be_noted(
    t: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot: Any = t.running.bot
    failed, note = asyncio.Event(), heartbeats.compensate_outage

    async def fail_once(*arguments: Any) -> int:
        if not failed.is_set():
            failed.set()
            raise OSError("the disk is full")
        return await note(*arguments)

    monkeypatch.setattr(heartbeats, "compensate_outage", fail_once)
    await bot.on_shard_disconnect(0)
    back = asyncio.create_task(bot.on_shard_connect(0))
    await failed.wait()
    assert not bot.ctx.app.reachable
    assert "couldn't note an outage; clocks wait until that works" in caplog.text
    caplog.clear()
    t.advance(5)
    await back
    assert bot.ctx.app.reachable
