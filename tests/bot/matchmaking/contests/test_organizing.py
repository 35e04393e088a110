"""What organizers decide, and what follows for matches under way."""

from __future__ import annotations

import msgspec
import pytest

from bot.core.errors import UserError
from bot.matchmaking.contests.organizing import organizing
from games import MatchReason
from tests.kit.contests.stage import MANAGER, Stage


async def test_what_an_organizer_decides_counts_and_ends_the_match_without_rating_it(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4)
    one = (await on_stage.of(id)).open[0]
    await organizing.decide(on_stage.app, id, one.match, "win", MANAGER)
    await on_stage.later(2)
    found = (await on_stage.of(id)).pairing(one.match)
    assert found is not None
    assert (found.score, found.why) == ("win", "decided")
    assert (await on_stage.match(one)).reason == "cancelled"
    assert len((await on_stage.of(id)).open) == 1, "and what has ended isn't for an organizer again"


async def test_who_decided_what_is_in_the_log(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4)
    one = (await on_stage.of(id)).open[0]
    await organizing.decide(on_stage.app, id, one.match, "draw", MANAGER)
    async with on_stage.app.database.read() as r:
        rows = await r.fetch("SELECT event FROM contest_events WHERE contest = :id", {"id": id})
    decided = [e for row in rows if (e := msgspec.json.decode(row["event"]))["type"] == "decided"]
    assert [(event["by"], event["match"]) for event in decided] == [(MANAGER, one.match)]


@pytest.mark.parametrize("kind", ["round robin", "knockout"])
async def test_a_voided_match_ends_and_is_played_again(on_stage: Stage, kind: str) -> None:
    id = await on_stage.begun(kind, 2, ties=1)
    (one,) = (await on_stage.of(id)).open
    await organizing.void(on_stage.app, id, one.match, MANAGER)
    await on_stage.later(2)
    contest = await on_stage.of(id)
    (again,) = contest.open
    assert again.match != one.match
    assert {again.first, again.second} == {one.first, one.second}
    assert (await on_stage.match(one)).reason == "cancelled"
    assert await on_stage.is_under_way(again.match)


async def test_a_match_that_a_moderator_cancels_waits_for_an_organizer(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 2)
    (one,) = (await on_stage.of(id)).open
    await on_stage.end(one, None, MatchReason.CANCELLED)
    await on_stage.later(2)
    assert (await on_stage.of(id)).open == (one,)
    await organizing.decide(on_stage.app, id, one.match, "loss", MANAGER)
    await on_stage.settle()
    assert (await on_stage.of(id)).status == "finished"


async def test_once_called_off_nothing_is_paired_and_matches_under_way_go_on(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 4)
    open_ = (await on_stage.of(id)).open
    await organizing.call_off(on_stage.app, id, MANAGER)
    await on_stage.settle()
    await on_stage.end(open_[0], 0)
    await on_stage.later(2)
    contest = await on_stage.of(id)
    assert (contest.status, len(contest.pairings)) == ("called off", len(open_))
    assert await on_stage.is_under_way(open_[1].match)
    with pytest.raises(UserError, match="This is over"):
        await organizing.call_off(on_stage.app, id, MANAGER)


@pytest.mark.slow
async def test_a_bye_counts_as_a_win_and_nobody_has_two(on_stage: Stage) -> None:
    contest = await on_stage.play_out(await on_stage.begun("swiss", 5, rounds=4))
    had = [bye.person for bye in contest.byes]
    assert len(had) == len(set(had)) == 4
    assert all(bye.points == 1.0 for bye in contest.byes)
