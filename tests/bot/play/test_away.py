"""Holidays: what they cost, and how often opponents hear of them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.core.clock_pauses import HOUR
from bot.core.person_settings import (
    PersonSettings,
    holiday_hours_left,
    with_holiday,
    with_weekends,
    without_holiday,
)
from bot.play.clocks import changing, holidays
from storage.tables import scheduled_jobs
from tests.kit.contexts import app_context
from tests.kit.hosts.house import MARA, TOM, House, house
from tests.kit.inputs import START
from tests.kit.sql import sql

NOW, DAY = int(START), 86_400


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[House]:
    """A house in which Mara plays two matches against Tom."""
    async with house(tmp_path) as made:
        for _ in range(2):
            await made.match(pace="none")
        yield made


async def leave(here: House, hours: int = 24) -> None:
    await changing.change_settings(here.app, MARA.id, lambda old, now: with_holiday(old, now, hours))


async def return_home(here: House) -> None:
    await changing.change_settings(here.app, MARA.id, without_holiday)


async def news(here: House) -> list[str]:
    """Return the texts of all messages about holidays, in order; each must be addressed to Tom."""
    query = "SELECT payload FROM outbox WHERE nonce LIKE 'about:%' ORDER BY id"
    payloads = [json.loads(payload) for (payload,) in await sql(here.app.database, query)]
    assert all(payload["person"] == TOM.id for payload in payloads)
    return [payload["text"] for payload in payloads]


def away(until: int) -> str:
    return f"<@{MARA.id}> is on vacation until <t:{until}:f>; their clock is paused."


BACK = f"<@{MARA.id}> is back from vacation."


# --- what's told -------------------------------------------------------------------------------------


async def test_opponents_are_told_once_after_a_minute_however_many_matches_there_are(here: House) -> None:
    async with here.open() as hearing:
        await leave(here)
        here.clock.advance(59)
        await hearing.rest()
        assert await news(here) == []
        here.clock.advance(1)
        await hearing.rest()
        assert await news(here) == [away(NOW + DAY)]


@pytest.mark.slow
async def test_fifty_changes_within_a_minute_that_end_where_they_began_are_not_told(here: House) -> None:
    async with here.open() as hearing:
        for _ in range(25):
            await leave(here)
            await return_home(here)
        here.clock.advance(3600)
        await hearing.rest()
        assert await news(here) == []


async def test_of_many_changes_the_last_one_is_told(here: House) -> None:
    async with here.open() as hearing:
        for hours in (1, 2, 3):
            await leave(here, hours)
            await return_home(here)
        here.clock.advance(10)
        await leave(here, 5)
        here.clock.advance(50)
        await hearing.rest()
        assert await news(here) == [away(NOW + 10 + 5 * HOUR)]


@pytest.mark.slow
@pytest.mark.parametrize("is_taken", [False, True])
async def test_of_two_processes_one_tells_the_opponents(here: House, is_taken: bool) -> None:
    await leave(here)
    async with here.app.database.write("x") as w:
        job = await scheduled_jobs.get(w, holidays.AWAY, str(MARA.id))
        if is_taken:
            await scheduled_jobs.clear(w, holidays.AWAY, str(MARA.id), NOW)
    assert job is not None
    await holidays.tell_opponents(here.app, job)
    assert len(await news(here)) == (0 if is_taken else 1)


async def test_nobody_hears_of_it_more_than_once_a_minute(here: House) -> None:
    async with here.open() as hearing:
        for number in range(100):
            await (return_home(here) if number % 2 else leave(here, 1))
            here.clock.advance(3)
            await hearing.rest()
        assert len(await news(here)) <= 5


async def test_what_was_told_and_is_not_true_any_more_is_told(here: House) -> None:
    async with here.open() as hearing:
        await leave(here)
        here.clock.advance(60)
        await hearing.rest()
        await return_home(here)
        await leave(here, 48)
        here.clock.advance(60)
        await hearing.rest()
        await return_home(here)
        here.clock.advance(60)
        await hearing.rest()
        assert await news(here) == [away(NOW + DAY), away(NOW + 60 + 2 * DAY), BACK]


async def test_a_return_in_the_last_minute_of_a_holiday_tells_nobody_what_they_know(here: House) -> None:
    async with here.open() as hearing:
        await leave(here, 1)
        here.clock.advance(HOUR - 5)
        await hearing.rest()
        await return_home(here)
        here.clock.advance(60)
        await hearing.rest()
        assert await news(here) == [away(NOW + HOUR)]


async def test_news_that_wait_survive_a_restart(here: House) -> None:
    await leave(here)
    again = House(app_context(here.app.database, here.clock, here.app.randomness), here.clock)
    async with again.open() as hearing:
        assert await news(again) == []
        again.clock.advance(60)
        await hearing.rest()
        assert await news(again) == [away(NOW + DAY)]


async def test_other_settings_are_nobody_elses_business(here: House) -> None:
    async with here.open() as hearing:
        await changing.change_settings(here.app, MARA.id, lambda *_: with_weekends(PersonSettings(), True))
        here.clock.advance(3600)
        await hearing.rest()
        assert await news(here) == []


# --- what it costs ------------------------------------------------------------------------------------


def test_a_holiday_costs_an_hour_even_when_it_ends_at_once() -> None:
    settings = PersonSettings()
    for taken in range(1, 4):
        settings = without_holiday(with_holiday(settings, NOW, 24), NOW)
        assert holiday_hours_left(settings, NOW) == 480 - taken
    settings = without_holiday(with_holiday(settings, NOW, 24), NOW + 1)
    assert holiday_hours_left(settings, NOW + 1) == 480 - 4
    settings = without_holiday(with_holiday(settings, NOW + 1, 24), NOW + 1 + HOUR)
    assert holiday_hours_left(settings, NOW + 1 + HOUR) == 480 - 5


def test_a_year_later_it_costs_nothing_any_more() -> None:
    settings = without_holiday(with_holiday(PersonSettings(), NOW, 24), NOW)
    assert holiday_hours_left(settings, NOW + 365 * DAY - 1) == 479
    assert holiday_hours_left(settings, NOW + 365 * DAY) == 480


async def test_a_holiday_of_no_length_stops_no_clock(here: House) -> None:
    match = await here.match(pace="1d")
    due = [await due_of(here, match.id)]
    for _ in range(5):
        await leave(here)
        await return_home(here)
        due.append(await due_of(here, match.id))
    assert set(due) == {NOW + DAY}


async def due_of(here: House, match_id: str) -> int:
    query = "SELECT due_at FROM deadlines WHERE kind = 'turn' AND subject = :match_id AND done_at IS NULL"
    ((due_at,),) = await sql(here.app.database, query, match_id=match_id)
    return due_at
