"""The clock of a turn: banks, quiet hours, weekends, holidays, reminders, outages."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bot.community.moderation import pausing
from bot.core import notices, person_settings
from bot.core.clock import Spans
from bot.core.clock_pauses import DAY, HOUR, ClockPauses
from bot.core.errors import UserError
from bot.core.person_settings import with_quiet
from bot.core.seats import User, meet
from bot.core.terms import MatchTerms
from bot.core.time_controls import STOPPED
from bot.matchmaking.challenges import challenging, offering
from bot.play.clocks import changing, clocks, heartbeats, holidays, silences
from bot.play.clocks.clocks import REMINDERS, TURN, Silence, TurnClock
from bot.play.matches import ending, playing
from storage import Match
from storage.rows import DueJob
from storage.tables import heartbeat, scheduled_jobs
from tests.kit.hosts.house import MARA, PLACE, TOM, House, turn
from tests.kit.inputs import START
from tests.kit.matches.decoy import LAYOUT
from tests.kit.matches.tapped import Played, begin_briefed
from tests.kit.people import Person
from tests.kit.servers import own_settings
from tests.kit.sql import sql
from tests.kit.table import Table

NOW = int(START)
"""A Monday, 14:13:20 in UTC."""
INES = User(13, "Ines")
TEN_AT_NIGHT = NOW - (14 * HOUR + 13 * 60 + 20) + 22 * HOUR


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
async def test_a_day_a_move_is_a_day(t: Table) -> None:
    assert await due(t, await a_match(t)) == NOW + DAY


@pytest.mark.slow
async def test_a_quick_turn_is_ten_minutes(t: Table) -> None:
    assert await due(t, await a_match(t, "quick")) == NOW + 600


@pytest.mark.slow
async def test_a_bank_begins_with_five_days_and_grows_by_half_a_day_for_each_turn_up_to_seven(
    t: Table,
) -> None:
    match = await a_match(t, "bank", turns=0)
    assert await due(t, match) == NOW + 5 * DAY
    for played in range(1, 6):
        await match.turn()
        await match.turn()
        await t.settled()
        assert await due(t, match) == NOW + min(7 * DAY, 5 * DAY + played * DAY // 2)


@pytest.mark.slow
async def test_a_bank_is_used_up_by_thinking_and_the_other_side_s_is_not(t: Table) -> None:
    match = await a_match(t, "bank", turns=0)
    t.advance(2 * DAY)
    await t.settled()
    await match.turn()
    assert await due(t, match) == NOW + 2 * DAY + 5 * DAY, "Tom's bank is whole"
    await match.turn()
    await t.settled()
    assert await due(t, match) == NOW + 2 * DAY + 5 * DAY - 2 * DAY + DAY // 2


# --- quiet hours, weekends ----------------------------------------------------------------------------


@pytest.mark.slow
async def test_quiet_hours_stop_the_clock_of_whoever_is_to_move_and_of_nobody_else(t: Table) -> None:
    await quiet(t.mara)
    match = await a_match(t)
    assert await due(t, match) == NOW + DAY + 20 * HOUR, "two nights of ten hours"
    await match.turn()
    await t.settled()
    assert await due(t, match) == NOW + DAY, "Tom has no quiet hours"


@pytest.mark.slow
async def test_weekends_stop_the_clock_too(t: Table) -> None:
    await own_settings.switch(t.mara, "Time", "Pause weekends")
    friday = NOW + 4 * DAY
    t.advance(friday - NOW)
    await t.settled()
    match = await a_match(t)
    assert await due(t, match) == friday + 3 * DAY


@pytest.mark.slow
async def test_quiet_hours_set_in_the_middle_of_a_turn_hold_from_the_next_one_on(t: Table) -> None:
    """Otherwise a player who keeps moving their quiet hours would have a clock that never runs."""
    match = await a_match(t)
    t.advance(6 * HOUR)
    await t.settled()
    await quiet(t.mara)
    assert await due(t, match) == NOW + DAY
    await match.turn()
    await match.turn()
    await t.settled()
    assert await due(t, match) == NOW + 6 * HOUR + DAY + 20 * HOUR


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"zone": "Europe/Nowhere"}, "There's no time zone"),
        ({"since": "25:00"}, "isn't a time of day"),
        ({"since": "8:00", "until": "21:00"}, "Quiet hours can last"),
    ],
    ids=["a zone that there is not", "no time of day", "thirteen hours"],
)
async def test_quiet_hours_that_cannot_be_are_refused_and_change_nothing(
    t: Table, options: dict[str, str], sentence: str
) -> None:
    match = await a_match(t)
    given = {"since": "22:00", "until": "8:00", "zone": "UTC", **options}
    answer = await own_settings.quiet(t.mara, **given)
    assert sentence in answer.text
    assert answer.ephemeral
    assert await due(t, match) == NOW + DAY


@pytest.mark.slow
async def test_whoever_names_a_zone_alone_keeps_the_hours(t: Table) -> None:
    await quiet(t.mara)
    moved = await own_settings.quiet(t.mara, zone="tokyo")
    assert "Quiet hours:** 22:00 to 8:00 (Asia/Tokyo)" in moved.text
    assert "Quiet hours:** none" in (await own_settings.quiet(t.mara, since="", until="")).text


# --- holidays -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_holiday_stops_the_clock_and_opponents_are_told(t: Table) -> None:
    match = await a_match(t)
    await own_settings.holiday(t.mara, days=3)
    await t.settled()
    assert await due(t, match) == NOW + 4 * DAY
    assert told(t.tom, "is on holiday") == 0
    t.advance(60)
    await t.settled()
    assert told(t.tom, "is on holiday until") == 1
    assert told(t.ines, "is on holiday") == 0


@pytest.mark.slow
async def test_a_holiday_that_ends_early_gives_nothing_away(t: Table) -> None:
    match = await a_match(t)
    await own_settings.holiday(t.mara, days=3)
    t.advance(DAY)
    await t.settled()
    answer = await own_settings.switch(t.mara, "Time", "End holiday")
    await t.settled()
    assert await due(t, match) == NOW + 2 * DAY
    assert "19 days left" in answer.text
    t.advance(60)
    await t.settled()
    assert told(t.tom, "is back from holiday") == 1


async def test_twenty_days_a_year_are_all_there_is(t: Table) -> None:
    await own_settings.holiday(t.mara, days=20)
    t.advance(21 * DAY)
    await t.settled()
    answer = await own_settings.holiday(t.mara, hours=1)
    assert "you have 0 left" in answer.text


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
async def test_whoever_has_moved_is_not_reminded(t: Table) -> None:
    match = await a_match(t, "3d")
    await match.turn()
    t.advance(2 * DAY)
    await t.settled()
    assert told(t.mara, "It's still your turn") == 0
    assert told(t.tom, "It's still your turn") == 1


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
async def test_nobody_is_reminded_in_their_quiet_hours(t: Table) -> None:
    await quiet(t.mara)
    await own_settings.marks(t.mara, "half")
    await a_match(t, "1d")
    t.advance(TEN_AT_NIGHT - NOW)
    await t.settled()
    t.advance(10 * HOUR - 1)
    await t.settled()
    assert told(t.mara, "It's still your turn") == 0
    t.advance(1 + 12 * HOUR - (TEN_AT_NIGHT - NOW))
    await t.settled()
    assert told(t.mara, "It's still your turn") == 1


@pytest.mark.slow
async def test_who_wants_no_reminders_gets_none(t: Table) -> None:
    await own_settings.where(t.mara, "nowhere")
    match = await a_match(t, "3d")
    t.advance(3 * DAY - 1)
    await t.settled()
    assert told(t.mara, "It's still your turn") == 0
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
async def test_a_holiday_taken_while_one_s_turn_passes_leaves_the_next_turn_s_clock_alone(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await a_match(t)
    write = person_settings.keep

    async def slow(*arguments: Any) -> None:
        """Let the turn change between reading the clocks and writing them."""
        await write(*arguments)
        table = await match.table()
        following = await clocks.turn_deadlines(arguments[0], t.running.bot.ctx.app, table)
        later = {**following[0].payload, "turn": following[0].payload["turn"] + 1}
        await scheduled_jobs.set(
            arguments[0], msgspec.structs.replace(following[0], due_at=NOW + 7, payload=later)
        )

    monkeypatch.setattr(person_settings, "keep", slow)
    await own_settings.holiday(t.mara, days=3)
    assert await due(t, match) == NOW + 7


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


# --- two things at once -------------------------------------------------------------------------------

NIGHT = ClockPauses(quiet=(14 * 60 + 20, 15 * 60 + 20))
"""Quiet hours that begin 400 seconds from now and last for an hour."""


def a_clock(**changes: Any) -> TurnClock:
    """Return the clock of an hour's turn that has just begun; both act, and seat 1 has quiet hours ahead."""
    clock = TurnClock({0: HOUR, 1: HOUR}, NOW, HOUR, 1, {0: ClockPauses(), 1: NIGHT})
    return msgspec.structs.replace(clock, **changes)


def due_of(clock: TurnClock, rests: Spans, told: int | None = None) -> object:
    row = DueJob(
        id=1,
        kind=TURN,
        subject="abc",
        due_at=0,
        payload=msgspec.to_builtins(clock, str_keys=True),
        lease_until=None,
        lease_by=None,
    )
    return clocks.due_at(row, NOW, rests, told)


@pytest.mark.parametrize(
    ("began", "ended", "later"),
    [(-60, 60, 60), (60, 120, 60), (300, 1000, 100), (1000, 2000, 0), (3900, 4100, 100)],
)
def test_the_night_of_one_of_both_and_an_outage_are_given_back_and_counted_once(
    began: int, ended: int, later: int
) -> None:
    assert due_of(a_clock(), ((NOW + began, NOW + ended),)) == NOW + 2 * HOUR + later


def test_who_is_silent_is_not_waited_for_and_a_pause_stops_both() -> None:
    outage = ((NOW + 10, NOW + 20),)
    silent = a_clock(silent={1: Silence(NOW, "n")})
    assert due_of(silent, outage) == NOW + HOUR + 10
    assert due_of(silent, outage, 1) == NOW + 2 * HOUR + 10, "once they hear of it"
    stopped = msgspec.structs.replace(silent, stopped=NOW)
    assert due_of(stopped, outage) == due_of(stopped, outage, 1) == STOPPED
    assert [clocks.time_left(stopped, seat, NOW + 999, outage) for seat in (0, 1)] == [HOUR, HOUR]


def test_neither_an_outage_nor_a_pause_is_anybody_s_silence() -> None:
    silence = Silence(NOW - 100, "n")
    ends = clocks.silence_ends(silence, ((NOW, NOW + HOUR),))
    assert ends == silence.since + clocks.LONGEST_SILENCE_SECONDS + HOUR
    during = Silence(NOW + 200, "n")
    stopped = a_clock(silent={0: silence, 1: during}, stopped=NOW)
    going = changing.restart_clock(stopped, NOW + 500)
    assert [going.silent[seat].since for seat in (0, 1)] == [NOW + 400, NOW + 500]


def test_what_is_left_is_kept_from_one_stop_to_the_next() -> None:
    outage = ((NOW + 100, NOW + 200),)
    silent = clocks.pause_seat(a_clock(), 0, Silence(NOW + 300, "n"), outage)
    assert silent.left == {0: HOUR - 200, 1: HOUR}
    halted = changing.stop_clock(silent, NOW + 350, outage)
    assert halted.left == {0: HOUR - 200, 1: HOUR - 250}
    going = changing.restart_clock(halted, NOW + 5000)
    again = clocks.resume_seat(going, 0, NOW + 5100, outage)
    assert again.left == {0: HOUR - 200, 1: HOUR - 350}
    assert (again.heard, again.silent) == ({0: NOW + 5100}, {})


async def test_a_late_reminder_waits_for_the_end_of_the_night(here: House) -> None:
    await changing.change_settings(here.app, MARA.id, lambda old, _: with_quiet(old, (22 * 60, 480), "UTC"))
    match = await here.match(pace="3d")
    await here.act(match)
    async with here.app.database.read() as r:
        deadline = await scheduled_jobs.get(r, REMINDERS[0], match.id)
    assert deadline is not None
    here.clock.advance(TEN_AT_NIGHT + 3 * DAY - NOW)
    assert here.app.now() > deadline.due_at
    await holidays.remind(here.app, deadline)
    (told,) = [row.due_at for row in await here.queued(match) if row.kind == notices.REMINDER]
    assert told == TEN_AT_NIGHT + 3 * DAY + 10 * HOUR


@pytest.mark.parametrize(("meanwhile", "sent"), [("nothing", 1), ("moved", 0), ("taken", 0)])
async def test_a_reminder_is_sent_once_and_only_while_the_turn_lasts(
    here: House, meanwhile: str, sent: int
) -> None:
    match = await here.match(pace="3d")
    await here.act(match)
    due = await job(here, match, REMINDERS[0])
    if meanwhile == "moved":
        await turn(here, match)
    here.clock.advance(due.due_at - here.app.now())
    if meanwhile == "taken":
        async with here.app.database.write("x") as w:
            await scheduled_jobs.clear(w, REMINDERS[0], match.id, here.app.now())
    await holidays.remind(here.app, due)
    assert [row.kind for row in await here.queued(match)].count(notices.REMINDER) == sent


async def silenced(here: House, match: Match, seat: int) -> None:
    """Make one seat impossible to notify of its turn."""
    state = await here.app.match_state(match.id)
    assert await silences.pause(here.app, state, notices.reminder(state, seat, 1, "dm", here.app.now()))


async def job(here: House, match: Match, kind: str) -> DueJob:
    async with here.app.database.read() as r:
        found = await scheduled_jobs.get(r, kind, match.id)
    assert found is not None
    return found


async def test_a_pause_late_in_a_silence_ends_no_match(here: House) -> None:
    match = await here.match(pace="1d")
    async with here.app.database.write("all") as w:
        await meet(w, INES, here.app.now())
    await silenced(here, match, 0)
    here.clock.advance(59 * DAY)
    await pausing.pause(here.app, match.id, PLACE.guild or 0, INES.id)
    async with here.app.database.read() as r:
        assert await scheduled_jobs.get(r, clocks.SILENCES[0], match.id) is None
    here.clock.advance(5 * DAY)
    await pausing.resume(here.app, match.id, PLACE.guild or 0, INES.id)
    assert (await job(here, match, clocks.SILENCES[0])).due_at == here.app.now() + DAY


async def test_who_has_acted_takes_no_time_from_who_cannot_be_told(here: House) -> None:
    challenge = await offering.offer(here.app, MARA, TOM, 0, MatchTerms("decoy", {}, "1d"), PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    await silenced(here, match, 1)
    state = await playing.act(here.app, match.id, MARA.id, f"setup {LAYOUT}")
    here.clock.advance(2 * DAY)
    assert await clocks.postpone(here.app, state, await job(here, match, TURN))
    assert (await job(here, match, TURN)).due_at > here.app.now()


async def reason_of(here: House, match: Match) -> str | None:
    return (await here.app.match_state(match.id)).match.reason


async def test_a_move_that_came_before_its_deadline_was_looked_at_counts(here: House) -> None:
    match = await here.match(pace="1d")
    deadline = await job(here, match, TURN)
    here.clock.advance(DAY + 1)
    await here.turn(match)
    await ending.time_out(here.app, deadline)
    assert await reason_of(here, match) is None


async def test_of_a_resignation_and_a_time_out_at_once_one_ends_the_match(here: House) -> None:
    for _ in range(3):
        match = await here.match(pace="1d")
        deadline = await job(here, match, TURN)
        here.clock.advance(DAY + 1)
        late, resigned = await asyncio.gather(
            ending.time_out(here.app, deadline),
            ending.resign(here.app, match.id, TOM.id),
            return_exceptions=True,
        )
        assert late is None
        is_late = isinstance(resigned, UserError)
        assert await reason_of(here, match) == ("aborted" if is_late else "resigned")
        told = [row for row in await here.queued(match) if row.kind == notices.RESULT]
        assert len(told) == (2 if is_late else 1), "who resigns sees it at once"


async def given_up(here: House, match: Match) -> DueJob:
    """Let Mara be out of reach for as long as a match waits for that, and return the job that ends it."""
    await silenced(here, match, 0)
    found = await job(here, match, clocks.SILENCES[0])
    here.clock.advance(clocks.LONGEST_SILENCE_SECONDS)
    return found


async def test_whoever_is_heard_of_in_the_last_moment_keeps_their_match(here: House) -> None:
    match = await here.match(pace="1d")
    late = await given_up(here, match)
    await silences.resume(here.app, MARA.id)
    await ending.give_up(here.app, late)
    assert await reason_of(here, match) is None


async def test_an_outage_during_a_silence_prolongs_it(here: House) -> None:
    match = await here.match(pace="1d")
    await heartbeats.compensate_outage(here.app)
    await silenced(here, match, 0)
    found = await job(here, match, clocks.SILENCES[0])
    here.clock.advance(DAY)
    await heartbeats.compensate_outage(here.app)
    here.clock.advance(clocks.LONGEST_SILENCE_SECONDS - DAY)
    await ending.give_up(here.app, found)
    assert await reason_of(here, match) is None
    assert (await job(here, match, clocks.SILENCES[0])).due_at >= found.due_at + DAY - HOUR


async def test_who_resigns_as_their_match_is_given_up_has_lost_it(here: House) -> None:
    for _ in range(3):
        match = await here.match(pace="1d")
        late = await given_up(here, match)
        _, resigned = await asyncio.gather(
            ending.give_up(here.app, late),
            ending.resign(here.app, match.id, MARA.id),
            return_exceptions=True,
        )
        is_given_up = isinstance(resigned, UserError)
        assert await reason_of(here, match) == ("cancelled" if is_given_up else "resigned")
        told = await sql(here.app.database, NOTES, match=f"unreached:{match.id}:%")
        assert len(told) == (2 if is_given_up else 0)


NOTES = "SELECT id FROM outbox WHERE nonce LIKE :match"
