"""Clocks when two things happen at once: a move and its deadline, an outage and a silence, two endings."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bot.community.moderation import pausing
from bot.core import notices
from bot.core.clock import Spans
from bot.core.clock_pauses import DAY, HOUR, ClockPauses
from bot.core.errors import UserError
from bot.core.person_settings import (
    with_quiet,
)
from bot.core.seats import meet
from bot.core.terms import MatchTerms
from bot.core.time_controls import STOPPED
from bot.matchmaking.challenges import challenging, offering
from bot.play.clocks import changing, clocks, heartbeats, holidays, silences
from bot.play.clocks.clocks import REMINDERS, TURN, Silence, TurnClock
from bot.play.matches import ending, playing
from storage import Match
from storage.rows import DueJob
from storage.tables import scheduled_jobs
from tests.kit.hosts.house import INES, MARA, PLACE, TOM, House, silenced, turn
from tests.kit.inputs import START
from tests.kit.matches.decoy import LAYOUT
from tests.kit.sql import sql

NOW = int(START)
"""A Monday, 14:13:20 in UTC."""
TEN_AT_NIGHT = NOW - (14 * HOUR + 13 * 60 + 20) + 22 * HOUR
NIGHTLY = (22 * 60, 8 * 60)


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
    due = await here.job(match, REMINDERS[0])
    if meanwhile == "moved":
        await turn(here, match)
    here.clock.advance(due.due_at - here.app.now())
    if meanwhile == "taken":
        async with here.app.database.write("x") as w:
            await scheduled_jobs.clear(w, REMINDERS[0], match.id, here.app.now())
    await holidays.remind(here.app, due)
    assert [row.kind for row in await here.queued(match)].count(notices.REMINDER) == sent


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
    assert (await here.job(match, clocks.SILENCES[0])).due_at == here.app.now() + DAY


async def test_who_has_acted_takes_no_time_from_who_cannot_be_told(here: House) -> None:
    challenge = await offering.offer(here.app, MARA, TOM, 0, MatchTerms("decoy", {}, "1d"), PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    await silenced(here, match, 1)
    state = await playing.act(here.app, match.id, MARA.id, f"setup {LAYOUT}")
    here.clock.advance(2 * DAY)
    assert await clocks.postpone(here.app, state, await here.job(match, TURN))
    assert (await here.job(match, TURN)).due_at > here.app.now()


async def reason_of(here: House, match: Match) -> str | None:
    return (await here.app.match_state(match.id)).match.reason


async def test_a_move_that_came_before_its_deadline_was_looked_at_counts(here: House) -> None:
    match = await here.match(pace="1d")
    deadline = await here.job(match, TURN)
    here.clock.advance(DAY + 1)
    await here.turn(match)
    await ending.time_out(here.app, deadline)
    assert await reason_of(here, match) is None


async def test_of_a_resignation_and_a_time_out_at_once_one_ends_the_match(here: House) -> None:
    for _ in range(3):
        match = await here.match(pace="1d")
        deadline = await here.job(match, TURN)
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
    found = await here.job(match, clocks.SILENCES[0])
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
    found = await here.job(match, clocks.SILENCES[0])
    here.clock.advance(DAY)
    await heartbeats.compensate_outage(here.app)
    here.clock.advance(clocks.LONGEST_SILENCE_SECONDS - DAY)
    await ending.give_up(here.app, found)
    assert await reason_of(here, match) is None
    assert (await here.job(match, clocks.SILENCES[0])).due_at >= found.due_at + DAY - HOUR


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
