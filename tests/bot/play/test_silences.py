"""A player's clock stops while the bot can't tell them that it's their turn, without Discord."""

from __future__ import annotations

import pytest

from bot.core import notices
from bot.core.clock_pauses import DAY, HOUR
from bot.core.person_settings import with_holiday
from bot.core.time_controls import STOPPED
from bot.play.clocks import changing, clocks, silences
from bot.play.clocks.clocks import LONGEST_SILENCE_SECONDS, SILENCES, TURN
from storage import Match
from storage.tables import scheduled_jobs
from tests.kit.hosts.house import MARA, TOM, House, silenced, turn
from tests.kit.inputs import START
from tests.kit.rows import messages_of_kind

NOW = int(START)
WEEK = 7 * DAY


@pytest.fixture
async def match(here: House) -> Match:
    """A match with a day per move in which both have acted; it's the turn of Mara, who is Creator."""
    match = await here.match(pace="1d")
    for _ in range(2):
        await turn(here, match)
    return match


async def passes(here: House, *seconds: int) -> None:
    """Let this time pass, step by step, while the bot does what's due."""
    async with here.open() as hearing:
        for step in seconds:
            here.clock.advance(step)
            await hearing.rest()


async def due(here: House, match: Match, told: int | None = None) -> object:
    return await clocks.due_in(here.app, await here.kept(match.id), told)


async def ended(here: House, match: Match) -> tuple[int | None, str | None]:
    kept = await here.kept(match.id)
    return kept.winner, kept.reason


async def test_a_turn_under_way_keeps_what_it_has_left_until_its_player_can_be_told(
    here: House, match: Match
) -> None:
    await passes(here, 10 * HOUR)
    await silenced(here, match, 0)
    assert await due(here, match) == STOPPED
    assert await silences.is_stopped(here.app, await here.app.match_state(match.id), 0)
    await passes(here, WEEK)
    assert await ended(here, match) == (None, None)
    await silences.resume(here.app, MARA.id)
    assert await due(here, match) == NOW + WEEK + DAY
    await passes(here, 14 * HOUR - 1)
    assert await ended(here, match) == (None, None)
    await passes(here, 1)
    assert await ended(here, match) == (1, "time")


async def test_the_opponent_is_told_once_that_the_clock_is_stopped(here: House, match: Match) -> None:
    await silenced(here, match, 0)
    first = await here.job(match, SILENCES[0])
    clock = (await here.job(match)).payload
    here.clock.advance(HOUR)
    await silenced(here, match, 0)
    assert await here.job(match, SILENCES[0]) == first, "nor does the wait begin anew"
    assert (await here.job(match)).payload == clock
    missed = [row.lane for row in await here.queued(match) if row.kind == notices.MISSED]
    assert missed == [notices.person_lane(TOM.id)]


async def test_a_clock_that_is_stopped_stays_so_where_nothing_is_in_memory(here: House, match: Match) -> None:
    await silenced(here, match, 0)
    here.app.forget(match.id)
    await passes(here, WEEK)
    assert await ended(here, match) == (None, None)
    assert await due(here, match) == STOPPED


async def test_a_message_from_before_a_person_was_heard_of_does_not_stop_their_clock_again(
    here: House, match: Match
) -> None:
    state = await here.app.match_state(match.id)
    here.clock.advance(HOUR)
    early = notices.reminder(state, 0, 1, "dm", here.app.now())
    await silenced(here, match, 0)
    here.clock.advance(HOUR)
    await silences.resume(here.app, MARA.id)
    before = await due(here, match)
    assert not await silences.pause(here.app, state, early)
    assert await due(here, match) == before == NOW + DAY + HOUR


async def test_settings_that_change_while_a_clock_is_stopped_leave_it_so(here: House, match: Match) -> None:
    await passes(here, 10 * HOUR)
    await silenced(here, match, 0)
    await passes(here, HOUR)
    await changing.change_settings(here.app, MARA.id, lambda old, now: with_holiday(old, now, 24))
    assert await due(here, match) == STOPPED
    await passes(here, 2 * DAY)
    assert await ended(here, match) == (None, None)
    assert await due(here, match, told=0) == NOW + 2 * DAY + 11 * HOUR + 14 * HOUR


async def test_a_bank_is_not_used_up_while_its_owner_cannot_be_told(here: House) -> None:
    match = await here.match(pace="bank")
    here.clock.advance(DAY)
    await silenced(here, match, 0)
    here.clock.advance(WEEK)
    await silences.resume(here.app, MARA.id)
    await turn(here, match)
    state = await here.app.match_state(match.id)
    assert state.seat_row(0).bank == 4 * DAY + DAY // 2


async def test_no_match_is_endless(here: House, match: Match) -> None:
    await silenced(here, match, 0)
    await passes(here, LONGEST_SILENCE_SECONDS - 1)
    assert await ended(here, match) == (None, None)
    await passes(here, 1)
    assert await ended(here, match) == (None, "cancelled")
    assert LONGEST_SILENCE_SECONDS == 60 * DAY
    async with here.app.database.read() as r:
        assert [await scheduled_jobs.undone(r, kind) for kind in (TURN, *SILENCES)] == [[], [], []]
        notes = await messages_of_kind(r, notices.NOTE)
    told = [(row.lane, str(row.payload["text"])) for row in notes if row.nonce.startswith("unreached:")]
    assert [lane for lane, _ in told] == [notices.person_lane(person.id) for person in (MARA, TOM)]
    assert all(
        "for 60 days, so the match is canceled" in text and f"<@{MARA.id}>" in text for _, text in told
    )


async def test_sixty_days_are_in_one_go(here: House, match: Match) -> None:
    await silenced(here, match, 0)
    await passes(here, LONGEST_SILENCE_SECONDS - DAY)
    await silences.resume(here.app, MARA.id)
    await passes(here, HOUR)
    await silenced(here, match, 0)
    await passes(here, DAY)
    assert await ended(here, match) == (None, None)


async def test_while_both_act_in_secret_the_clock_of_whoever_can_be_told_runs_on(here: House) -> None:
    match = await here.match(game="decoy")
    before = await due(here, match)
    await silenced(here, match, 0)
    assert await due(here, match) == before == NOW + DAY
    assert list((await here.job(match)).payload["silent"]) == ["0"]
    await passes(here, DAY)
    assert await ended(here, match) == (None, "aborted"), "nobody loses"
