"""Leagues: divisions, promotion and relegation, and one season after another."""

from __future__ import annotations

import pytest

from bot.matchmaking.contests.formats import round_robin
from bot.matchmaking.contests.formats.advance import FORMATS
from bot.matchmaking.contests.log.contest import after
from bot.matchmaking.contests.log.event_store import CHECK_IN
from bot.matchmaking.contests.log.events import Closed, Left
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.organizing import entering
from bot.matchmaking.contests.running import running
from bot.matchmaking.contests.running.seasons import BREAK_DAYS, order_after
from tests.kit.contests.seasons import entered, meetings, played_out, stronger
from tests.kit.contests.stage import NOW, Stage, following_season


@pytest.mark.slow
@pytest.mark.parametrize("people", range(2, 200))
@pytest.mark.parametrize("wanted", [9, 12, 15])
def test_divisions_have_nine_to_fifteen_where_that_can_be(people: int, wanted: int) -> None:
    found = list(round_robin.divisions(range(1, people + 1), wanted))
    sizes = [len(group) for group in found]
    assert [person for group in found for person in group] == list(range(1, people + 1))
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes)
    if people in range(9, 16) or people >= 18:
        assert all(9 <= size <= 15 for size in sizes)
    else:
        assert len(sizes) == 1


def test_in_a_division_everybody_meets_everybody_and_nobody_of_another_one() -> None:
    contest = played_out(entered("league", 24, season=0, at_once=4))
    upper, lower = round_robin.groups(contest)
    assert len(contest.pairings) == 2 * 66
    assert max(meetings(contest).values()) == 1
    assert all(
        ({pairing.first, pairing.second} <= {*upper}) or ({pairing.first, pairing.second} <= {*lower})
        for pairing in contest.pairings
    )


def weaker(first: int, second: int) -> str:
    return "loss" if stronger(first, second) == "win" else "win"


def test_two_go_up_and_two_go_down() -> None:
    contest = played_out(entered("league", 27, season=0, division=9, movers=2), weaker)  # type: ignore[arg-type]
    first, second, third = (order_after(contest)[at : at + 9] for at in (0, 9, 18))
    assert first == (9, 8, 7, 6, 5, 4, 3, 18, 17)
    assert second == (2, 1, 16, 15, 14, 13, 12, 27, 26)
    assert third == (11, 10, 25, 24, 23, 22, 21, 20, 19)


def test_nobody_moves_further_than_by_one_division_and_nobody_is_lost() -> None:
    for movers in range(8):
        contest = played_out(entered("league", 30, season=0, division=10, movers=movers))
        assert sorted(order_after(contest)) == list(range(1, 31))
        for place, person in enumerate(order_after(contest)):
            assert abs(place // 10 - (person - 1) // 10) <= 1


def test_a_season_is_over_at_its_end_and_not_before_and_nothing_begins_after_it() -> None:
    contest = entered("league", 4, season=10, at_once=3)
    following = FORMATS["league"]
    assert len(following(contest, 10 * DAY - 1)) == 6
    assert [type(step).__name__ for step in following(contest, 10 * DAY)] == ["Finish"]
    all_gone = after(after(after(contest, Left(at=0, person=1)), Left(at=0, person=2)), Left(at=0, person=3))
    assert following(all_gone, 9 * DAY) == ()


# --- with real matches --------------------------------------------------------------------------------


async def a_season(on_stage: Stage, people: int) -> str:
    return await on_stage.begun("league", people, season=30, pace="bank", game="ccc", at_once=3)


@pytest.mark.slow
async def test_a_season_that_ends_opens_the_next_one_with_all_who_stay(on_stage: Stage) -> None:
    id = await a_season(on_stage, 5)
    await entering.leave(on_stage.app, id, 1002)
    await entering.pause(on_stage.app, id, 1003, on=True)
    await on_stage.later(30 * DAY)
    assert (await on_stage.of(id)).status == "finished"
    following = await following_season(on_stage, id)
    contest = await on_stage.of(following.id)
    assert set(contest.entrants) == {1001, 1004, 1005}
    await on_stage.enter(following.id, 6)
    await on_stage.later(BREAK_DAYS * DAY)
    contest = await on_stage.of(following.id)
    assert contest.status == "running"
    assert [entrant.person for entrant in contest.list_seeded()][-1] == 1006, "who's new begins at the end"


async def test_those_on_the_list_of_a_season_begin_the_next_one_as_far_as_there_are_places(
    on_stage: Stage,
) -> None:
    id = await on_stage.begun("league", 3, season=30, pace="bank", game="ccc", at_once=3, most=4)
    await on_stage.list(id, 4, 5)
    await on_stage.later(30 * DAY)
    contest = await on_stage.of((await following_season(on_stage, id)).id)
    assert [entrant.person for entrant in contest.there] == [*order_after(await on_stage.of(id)), 1004]
    assert [*contest.substitutes] == [1005]


async def test_in_every_season_people_are_asked_to_check_in_where_they_have_to(on_stage: Stage) -> None:
    id = await on_stage.contest("league", season=30, pace="bank", game="ccc", check_in=3600)
    await on_stage.enter(id, 1, 2, 3)
    assert (await on_stage.job(CHECK_IN, id)).due_at == NOW
    for number in (1, 2, 3):
        await entering.check_in(on_stage.app, id, 1000 + number, on_stage.tap())
    await on_stage.later(3600)
    await on_stage.later(30 * DAY)
    following = await following_season(on_stage, id)
    opens = (await on_stage.of(following.id)).terms.starts_at - 3600
    assert (await on_stage.job(CHECK_IN, following.id)).due_at == opens
    assert await on_stage.told(CHECK_IN) == [], "they had checked in before they were asked"
    await on_stage.later(opens - on_stage.app.now())
    assert sorted(await on_stage.told_people(CHECK_IN)) == [1001, 1002, 1003]


async def test_matches_under_way_at_the_end_of_a_season_are_decided_by_its_rule(on_stage: Stage) -> None:
    id = await a_season(on_stage, 3)
    await on_stage.later(30 * DAY)
    contest = await on_stage.of(id)
    assert contest.status == "finished"
    assert {pairing.why for pairing in contest.pairings} == {"adjudicated"}


async def test_a_season_is_followed_once_however_often_it_goes_on(on_stage: Stage) -> None:
    id = await a_season(on_stage, 3)
    await on_stage.later(30 * DAY)
    for _ in range(3):
        await running.go_on(on_stage.app, id)
    assert (await following_season(on_stage, id)).previous == id


async def test_a_league_that_is_called_off_has_no_next_season(on_stage: Stage) -> None:
    id = await a_season(on_stage, 3)
    async with on_stage.app.database.write(f"contest:{id}") as w:
        contest = await on_stage.of(id)
        await running.append_events(w, id, contest, [Closed(at=on_stage.app.now(), why="called off")])
    await on_stage.later(40 * DAY)
    async with on_stage.app.database.read() as r:
        assert await r.fetch("SELECT id FROM contests WHERE previous = :id", {"id": id}) == []
