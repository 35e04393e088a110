"""The clock of a turn: banks, quiet hours, weekends, holidays, reminders, outages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bot.core import notices, person_settings
from bot.core.clock_pauses import DAY, HOUR
from bot.core.errors import UserError
from bot.core.person_settings import (
    PersonSettings,
    with_holiday,
    with_quiet,
    with_weekends,
    without_holiday,
)
from bot.core.seats import User
from bot.play.clocks import changing, clocks, heartbeats
from bot.play.clocks.clocks import REMINDERS, TURN
from storage import Match
from storage.tables import scheduled_jobs
from tests.kit.hosts.house import MARA, TOM, House, turn
from tests.kit.inputs import START
from tests.kit.rows import messages_of_kind

NOW = int(START)
"""A Monday, 14:13:20 in UTC."""
TEN_AT_NIGHT = NOW - (14 * HOUR + 13 * 60 + 20) + 22 * HOUR
NIGHTLY = (22 * 60, 8 * 60)


async def due(here: House, match: Match) -> int:
    return (await here.job(match)).due_at


async def a_match(here: House, pace: str = "1d", turns: int = 2) -> Match:
    """Begin a match with Mara as Creator; after two turns, both have acted and she's to act."""
    match = await here.match(pace=pace)
    for _ in range(turns):
        await turn(here, match)
    return match


Change = Callable[[PersonSettings, int], PersonSettings]


async def change(here: House, settings: Change, person: User = MARA) -> None:
    await changing.change_settings(here.app, person.id, settings)


async def quiet(here: House) -> None:
    """Give Mara quiet hours from ten at night to eight in the morning."""
    await change(here, lambda old, _: with_quiet(old, NIGHTLY, "UTC"))


async def replace(here: House, **settings: Any) -> None:
    """Change Mara's settings."""
    await change(here, lambda old, _: msgspec.structs.replace(old, **settings))


# --- paces ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "seconds"), [("1d", DAY), ("3d", 3 * DAY), ("quick", 600)])
async def test_a_turn_is_as_long_as_its_pace_says(here: House, pace: str, seconds: int) -> None:
    assert await due(here, await a_match(here, pace)) == NOW + seconds


async def test_a_bank_begins_with_five_days_and_grows_by_half_a_day_for_each_turn_up_to_seven(
    here: House,
) -> None:
    match = await a_match(here, "bank", turns=0)
    assert await due(here, match) == NOW + 5 * DAY
    for played in range(1, 6):
        await turn(here, match)
        await turn(here, match)
        assert await due(here, match) == NOW + min(7 * DAY, 5 * DAY + played * DAY // 2)


async def test_a_bank_is_used_up_by_thinking_and_the_other_side_s_is_not(here: House) -> None:
    match = await a_match(here, "bank", turns=0)
    here.clock.advance(2 * DAY)
    await turn(here, match)
    assert await due(here, match) == NOW + 2 * DAY + 5 * DAY, "Tom's bank is whole"
    await turn(here, match)
    assert await due(here, match) == NOW + 2 * DAY + 5 * DAY - 2 * DAY + DAY // 2


# --- quiet hours, weekends ----------------------------------------------------------------------------


async def test_quiet_hours_stop_the_clock_of_whoever_is_to_move_and_of_nobody_else(here: House) -> None:
    await quiet(here)
    match = await a_match(here)
    assert await due(here, match) == NOW + DAY + 20 * HOUR, "two nights of ten hours"
    await turn(here, match)
    assert await due(here, match) == NOW + DAY, "Tom has no quiet hours"


async def test_weekends_stop_the_clock_too(here: House) -> None:
    await change(here, lambda old, _: with_weekends(old, True))
    here.clock.advance(4 * DAY)
    friday = NOW + 4 * DAY
    match = await a_match(here)
    assert await due(here, match) == friday + 3 * DAY
    await turn(here, match)
    assert await due(here, match) == friday + DAY, "Tom's clock runs on weekends"


async def test_quiet_hours_set_in_the_middle_of_a_turn_hold_from_the_next_one_on(here: House) -> None:
    """Otherwise a player who keeps moving their quiet hours would have a clock that never runs."""
    match = await a_match(here)
    here.clock.advance(6 * HOUR)
    await quiet(here)
    assert await due(here, match) == NOW + DAY
    await turn(here, match)
    await turn(here, match)
    assert await due(here, match) == NOW + 6 * HOUR + DAY + 20 * HOUR


@pytest.mark.parametrize(
    ("hours", "zone", "sentence"),
    [
        (NIGHTLY, "Europe/Nowhere", "There's no time zone"),
        ((8 * 60, 21 * 60), "UTC", "Quiet hours can last"),
        ((8 * 60, 8 * 60), "UTC", "Quiet hours can last"),
    ],
    ids=["a zone that there is not", "thirteen hours", "no minute"],
)
async def test_quiet_hours_that_cannot_be_are_refused_and_change_nothing(
    here: House, hours: tuple[int, int], zone: str, sentence: str
) -> None:
    await a_match(here)
    async with here.nothing_changes():
        with pytest.raises(UserError, match=sentence):
            await change(here, lambda old, _: with_quiet(old, hours, zone))
    assert (await clocks.settings_of(here.app, MARA.id)).hours.quiet is None


# --- holidays -----------------------------------------------------------------------------------------


async def notes(here: House) -> list[tuple[str, str]]:
    """Return the lane and the text of each note in the outbox."""
    async with here.app.database.read() as r:
        queued = await messages_of_kind(r, notices.NOTE)
    return [(row.lane, str(row.payload["text"])) for row in queued]


async def test_a_holiday_stops_the_clock_and_opponents_are_told_a_minute_later(here: House) -> None:
    match = await a_match(here)
    async with here.open() as hearing:
        await change(here, lambda old, now: with_holiday(old, now, 3 * 24))
        await hearing.rest()
        assert await due(here, match) == NOW + 4 * DAY
        here.clock.advance(59)
        await hearing.rest()
        assert await notes(here) == []
        here.clock.advance(1)
        await hearing.rest()
    [(lane, text)] = await notes(here)
    assert lane == notices.person_lane(TOM.id)
    assert text == f"<@{MARA.id}> is on vacation until <t:{NOW + 3 * DAY}:f>; their clock is paused."


async def test_a_holiday_that_ends_early_gives_nothing_away(here: House) -> None:
    match = await a_match(here)
    async with here.open() as hearing:
        await change(here, lambda old, now: with_holiday(old, now, 3 * 24))
        here.clock.advance(DAY)
        await hearing.rest()
        await change(here, without_holiday)
        assert await due(here, match) == NOW + 2 * DAY
        settings = await clocks.settings_of(here.app, MARA.id)
        assert person_settings.holiday_hours_left(settings, here.app.now()) == 19 * 24
        here.clock.advance(60)
        await hearing.rest()
    assert [text for _, text in await notes(here)][1:] == [f"<@{MARA.id}> is back from vacation."]


async def test_a_holiday_that_ends_within_the_minute_is_no_news(here: House) -> None:
    await a_match(here)
    async with here.open() as hearing:
        await change(here, lambda old, now: with_holiday(old, now, 3 * 24))
        here.clock.advance(30)
        await change(here, without_holiday)
        here.clock.advance(60)
        await hearing.rest()
    assert await notes(here) == []


def test_twenty_days_a_year_are_all_there_is() -> None:
    settings = with_holiday(PersonSettings(), NOW, 20 * 24)
    with pytest.raises(UserError, match="you have 0 left"):
        with_holiday(settings, NOW + 21 * DAY, 1)
    with pytest.raises(UserError, match="You're already on vacation"):
        with_holiday(settings, NOW + DAY, 1)
    with pytest.raises(UserError, match="you have 480 left"):
        with_holiday(PersonSettings(), NOW, 20 * 24 + 1)
    assert person_settings.holiday_hours_left(settings, NOW + 20 * DAY + 365 * DAY) == 20 * 24


async def test_a_holiday_taken_while_one_s_turn_passes_leaves_the_next_turn_s_clock_alone(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await a_match(here)
    write = person_settings.keep

    async def slow(*arguments: Any) -> None:
        """Let the turn change between reading the clocks and writing them."""
        await write(*arguments)
        following = await clocks.turn_deadlines(arguments[0], here.app, await here.app.match_state(match.id))
        later = {**following[0].payload, "turn": following[0].payload["turn"] + 1}
        await scheduled_jobs.set(
            arguments[0], msgspec.structs.replace(following[0], due_at=NOW + 7, payload=later)
        )

    monkeypatch.setattr(person_settings, "keep", slow)
    await change(here, lambda old, now: with_holiday(old, now, 3 * 24))
    assert await due(here, match) == NOW + 7


# --- reminders ----------------------------------------------------------------------------------------


async def reminded(here: House, match: Match) -> list[str]:
    """Return the lanes of all reminders so far that are due, oldest first."""
    now = here.app.now()
    queued = [row for row in await here.queued(match) if row.kind == notices.REMINDER]
    return [row.lane for row in queued if row.due_at <= now]


async def reminders_after(here: House, match: Match, *seconds: int) -> list[int]:
    """Return how many reminders there are after each of these steps of time."""
    found = list[int]()
    async with here.open() as hearing:
        for step in seconds:
            here.clock.advance(step)
            await hearing.rest()
            found.append(len(await reminded(here, match)))
    return found


async def test_one_is_reminded_once_when_a_day_is_left_and_only_while_it_is_ones_turn(here: House) -> None:
    match = await a_match(here, "3d")
    assert await reminders_after(here, match, 2 * DAY - 1, 1, DAY - 1) == [0, 1, 1]
    assert await reminded(here, match) == [notices.person_lane(MARA.id)]
    await turn(here, match)
    assert await reminders_after(here, match, 2 * DAY - 1) == [1]


async def test_whoever_has_moved_is_not_reminded(here: House) -> None:
    match = await a_match(here, "3d")
    await turn(here, match)
    assert await reminders_after(here, match, 2 * DAY) == [1]
    assert await reminded(here, match) == [notices.person_lane(TOM.id)]


async def test_marks_are_those_that_one_has_set_each_once(here: House) -> None:
    await replace(here, marks=("half", "1h"))
    match = await a_match(here, "1d")
    assert await reminders_after(here, match, 11 * HOUR, HOUR, 10 * HOUR, HOUR) == [0, 1, 1, 2]
    async with here.app.database.read() as r:
        assert await scheduled_jobs.get(r, REMINDERS[0], match.id) is None


async def test_nobody_is_reminded_in_their_quiet_hours(here: House) -> None:
    await quiet(here)
    await replace(here, marks=("half",))
    match = await a_match(here, "1d")
    night = TEN_AT_NIGHT - NOW
    assert await reminders_after(here, match, night, 10 * HOUR - 1, 1 + 12 * HOUR - night) == [0, 0, 1]


async def test_who_wants_no_reminders_gets_none(here: House) -> None:
    await replace(here, where="nowhere")
    match = await a_match(here, "3d")
    assert await reminders_after(here, match, 3 * DAY - 1) == [0]
    async with here.app.database.read() as r:
        assert await scheduled_jobs.get(r, REMINDERS[0], match.id) is None


async def test_a_reminder_comes_as_much_later_as_an_outage_was_long(here: House) -> None:
    match = await a_match(here, "3d", turns=1)
    await heartbeats.compensate_outage(here.app)
    here.clock.advance(3 * DAY)
    await heartbeats.compensate_outage(here.app)
    assert await reminders_after(here, match, 0, 2 * DAY - 60, 60) == [0, 0, 1]


@pytest.mark.parametrize("meanwhile", ["cleared", "moved"])
async def test_a_deadline_that_another_process_has_changed_is_left_alone(here: House, meanwhile: str) -> None:
    match = await here.match()
    async with here.app.database.read() as r:
        found = await scheduled_jobs.get(r, TURN, match.id)
    assert found is not None
    if meanwhile == "moved":
        await clocks.move(here.app, found, NOW + 7)
    else:
        async with here.app.database.write() as w:
            await scheduled_jobs.clear(w, TURN, match.id, NOW)
    assert await clocks.move(here.app, found, NOW + 9)
    async with here.app.database.read() as r:
        left = await scheduled_jobs.get(r, TURN, match.id)
    assert (left and left.due_at) == (None if meanwhile == "cleared" else NOW + 7)
