"""Matches of contests that run too long, and how they're judged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.core.match_record import record_of
from bot.core.match_state import MatchState
from bot.matchmaking.contests.organizing import drafting
from bot.matchmaking.contests.running import results
from bot.play.matches import ending, playing
from games import GAMES, MatchReason
from games.core.checks import checks
from games.core.record import read_record, write_record
from storage.tables import ratings
from storage.tables.ply import Ending
from tests.kit.contests.stage import Stage, person


async def test_a_match_that_runs_too_long_is_decided_as_was_announced(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, ties=1, longest=10, pace="14d", game="ccc")
    (one,) = (await on_stage.of(id)).open
    await on_stage.both_begin(one)
    await on_stage.later(10 * 86_400 - 2)
    assert await on_stage.is_under_way(one.match)
    await on_stage.later(2)
    found = (await on_stage.of(id)).pairing(one.match)
    assert found is not None
    assert (found.score, found.why) == ("draw", "adjudicated"), "nobody has an advantage after a move"
    assert (await on_stage.match(one)).reason == "adjudicated"


async def test_the_record_of_an_adjudicated_match_is_a_record(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, ties=1, longest=10, pace="14d", game="ccc")
    (one,) = (await on_stage.of(id)).open
    await on_stage.both_begin(one)
    await on_stage.later(10 * 86_400)
    record = read_record(write_record(record_of(await on_stage.app.match_state(one.match))))
    assert (record.score, record.reason) == ("1/2-1/2", "adjudicated")
    failed = [check for check in checks(GAMES["ccc"], record) if check.fine is False]
    assert failed == []


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.key for game in drafting.playable()])
async def test_where_somebody_has_not_begun_to_play_nothing_is_judged_or_rated(
    on_stage: Stage, game: str
) -> None:
    id = await on_stage.begun("round robin", 2, longest=10, pace="14d", game=game)
    await on_stage.later(10 * 86_400)
    contest = await on_stage.of(id)
    assert [(pairing.score, pairing.why) for pairing in contest.pairings] == [("draw", "adjudicated")]
    assert contest.status == "finished"
    assert (await on_stage.match(contest.pairings[0])).reason == "cancelled"
    async with on_stage.app.database.read() as r:
        assert await ratings.find_rating(r, game, "people", str(person(1))) is None


async def test_a_match_that_ends_while_it_is_judged_has_its_own_result(
    on_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await on_stage.begun("round robin", 2, longest=10, pace="14d", game="ccc")
    (one,) = (await on_stage.of(id)).open
    await on_stage.both_begin(one)
    await meanwhile(on_stage, monkeypatch, lambda: ending.resign(on_stage.app, one.match, one.first))
    await on_stage.later(10 * 86_400)
    (found,) = (await on_stage.of(id)).pairings
    assert (found.score, found.why) == ("loss", "played")


async def test_a_move_while_a_match_is_judged_counts_and_it_is_judged_again_soon(
    on_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await on_stage.begun("round robin", 2, longest=10, pace="14d", game="ccc")
    (one,) = (await on_stage.of(id)).open
    await on_stage.both_begin(one)

    async def move() -> None:
        state = await on_stage.app.match_state(one.match)
        text = state.game.format(next(iter(state.game.actions(state.view(state.to_act[0])))))
        await playing.act(on_stage.app, one.match, state.seat_row(state.to_act[0]).person or 0, text)

    before = (await on_stage.app.match_state(one.match)).length
    await meanwhile(on_stage, monkeypatch, move)
    await on_stage.later(10 * 86_400)
    assert (await on_stage.of(id)).open == (one,)
    assert (await on_stage.app.match_state(one.match)).length > before
    await on_stage.later(600)
    (found,) = (await on_stage.of(id)).pairings
    assert found.why == "adjudicated"


async def meanwhile(
    on_stage: Stage, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], Awaitable[object]]
) -> None:
    """Let something happen right before the next time that a match is judged."""
    loop, judged, times = asyncio.get_running_loop(), results.judge, iter((True,))

    def judge(state: MatchState) -> Ending:
        if next(times, False):
            asyncio.run_coroutine_threadsafe(_awaited(happens()), loop).result()
        return judged(state)

    monkeypatch.setattr(results, "judge", judge)


async def _awaited(happens: Awaitable[object]) -> None:
    await happens


async def test_a_canceled_match_that_no_organizer_decides_is_a_draw_in_the_end(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 2, longest=10)
    (one,) = (await on_stage.of(id)).open
    await on_stage.end(one, None, MatchReason.CANCELLED)
    await on_stage.later(11 * 86_400)
    assert (await on_stage.of(id)).status == "finished"
    assert (await on_stage.of(id)).pairings[0].score == "draw"
