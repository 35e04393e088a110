"""Matches that run out of time, without Discord. GEN-7."""

from __future__ import annotations

import pytest

from bot.core import notices
from bot.play.clocks.clocks import TURN
from bot.play.dealing.hidden_info import see
from storage import Match
from storage.tables import scheduled_jobs
from tests.kit.hosts.house import MARA, TOM, House, turn

DAY = 86_400


async def ends(here: House, match: Match, *seconds: int) -> list[tuple[int | None, str | None]]:
    """Let time pass step by step, and return the winner and the reason after each."""
    found = list[tuple[int | None, str | None]]()
    async with here.open() as hearing:
        for step in seconds:
            here.clock.advance(step)
            await hearing.rest()
            kept = await here.kept(match.id)
            found.append((kept.winner, kept.reason))
    return found


GOES_ON = (None, None)


async def test_GEN_7_time_that_runs_out_loses_and_both_are_told(here: House) -> None:
    match = await here.match(pace="1d")
    for _ in range(3):
        await turn(here, match)
    assert await ends(here, match, DAY - 1, 1) == [GOES_ON, (0, "time")]
    results = [row.lane for row in await here.queued(match) if row.kind == notices.RESULT]
    assert sorted(results) == [notices.person_lane(person.id) for person in (MARA, TOM)]
    async with here.app.database.read() as r:
        assert await scheduled_jobs.undone(r, TURN) == []


@pytest.mark.parametrize("turns", [0, 1], ids=["the Creator", "the Destroyer"])
async def test_GEN_7_who_has_seen_the_pattern_and_not_acted_loses_on_time(here: House, turns: int) -> None:
    match = await here.match(pace="1d")
    for seat in (0, 1):
        await see(here.app, match.id, seat)
    for _ in range(turns):
        await turn(here, match)
    assert await ends(here, match, DAY - 1, 1) == [GOES_ON, (1 - turns, "time")]


@pytest.mark.parametrize("turns", [0, 1], ids=["the Creator", "the Destroyer"])
async def test_GEN_7_who_has_neither_acted_nor_seen_the_pattern_aborts_the_match(
    here: House, turns: int
) -> None:
    match = await here.match(pace="1d")
    for _ in range(turns):
        await turn(here, match)
    assert await ends(here, match, DAY - 1, 1) == [GOES_ON, (None, "aborted")]


async def test_a_roll_does_not_buy_time(here: House) -> None:
    match = await here.match(pace="1d")
    for _ in range(2):
        await turn(here, match)
    here.clock.advance(DAY - 60)
    await here.act(match, "roll")
    assert await ends(here, match, 59, 1) == [GOES_ON, (1, "time")]


async def test_a_move_gives_the_other_side_its_whole_time(here: House) -> None:
    match = await here.match(pace="1d")
    for seat in (0, 1):
        await see(here.app, match.id, seat)
    await turn(here, match)
    here.clock.advance(DAY - 60)
    await turn(here, match)
    assert await ends(here, match, DAY - 1, 1) == [GOES_ON, (1, "time")]


async def test_without_a_clock_a_match_waits_for_ever(here: House) -> None:
    match = await here.match(pace="none")
    await turn(here, match)
    assert await ends(here, match, 1000 * DAY) == [GOES_ON]
