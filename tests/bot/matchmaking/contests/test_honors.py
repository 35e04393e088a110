"""Places in finished contests, including knockouts, and medals in profiles."""

from __future__ import annotations

import pytest

from bot.community.profiles.profiles import profile_of
from bot.community.profiles.ui.profile import _heading as heading
from bot.matchmaking.contests.reading.honors import Honor, count_medals, history_of, in_words, medals_of
from bot.matchmaking.contests.reading.standings import standings
from storage.tables.profiles import SeenBy
from tests.kit.contests.seasons import entered, played_out
from tests.kit.contests.stage import Stage

ELSEWHERE = SeenBy(reader=1, here=999)
HERE = SeenBy(reader=1, here=200)


def test_in_a_knockout_who_came_farther_is_before_whatever_they_scored() -> None:
    table = standings(played_out(entered("knockout", 7, ties=2)))
    assert [(standing.place, standing.person) for standing in table] == [
        (1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6), (5, 7),
    ]  # fmt: skip


def test_in_a_double_elimination_the_third_has_lost_the_last_tie_below() -> None:
    table = standings(played_out(entered("double elimination", 8, ties=1)))
    assert [(standing.place, standing.person) for standing in table][:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [standing.place for standing in table][4:] == [5, 5, 7, 7]


def test_while_a_knockout_goes_on_all_who_are_in_share_the_first_place() -> None:
    assert {standing.place for standing in standings(entered("knockout", 5))} == {1}


async def test_a_medal_is_known_where_it_was_won_and_to_whoever_won_it(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 4)
    await on_stage.play_out(id)
    async with on_stage.app.database.read() as r:
        (honor,) = await medals_of(r, on_stage.app, 1001, HERE)
        assert await medals_of(r, on_stage.app, 1001, ELSEWHERE) == ()
        assert await medals_of(r, on_stage.app, 1001, SeenBy(reader=1001, here=None)) == (honor,)
        (last,) = await history_of(r, on_stage.app, 1004, HERE)
    assert (honor.contest, honor.place, honor.people, honor.medal) == (id, 1, 4, "🥇")
    assert (last.place, last.medal) == (4, "")


async def test_what_was_called_off_is_nobody_s_honor(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", fewest=4)
    await on_stage.enter(id, 1, 2)
    await on_stage.later(3600)
    async with on_stage.app.database.read() as r:
        assert await history_of(r, on_stage.app, 1001, HERE) == ()


@pytest.mark.slow
async def test_the_history_of_a_league_says_season_and_division(on_stage: Stage) -> None:
    id = await on_stage.begun("league", 3, season=10, pace="bank", game="ccc", at_once=3)
    for _ in range(2):
        for pairing in (await on_stage.of(id)).open:
            await on_stage.end(pairing, int(pairing.first > pairing.second))
        await on_stage.later(10 * 86_400)
        async with on_stage.app.database.read() as r:
            rows = await r.fetch("SELECT id FROM contests WHERE previous = :id", {"id": id})
        id = rows[0]["id"]
        await on_stage.later(3 * 86_400)
    async with on_stage.app.database.read() as r:
        history = await history_of(r, on_stage.app, 1001, HERE)
    assert [(season.season, season.division, season.place, season.people) for season in history] == [
        (2, 1, 1, 3),
        (1, 1, 1, 3),
    ]


async def test_a_profile_has_the_medals(on_stage: Stage) -> None:
    await on_stage.play_out(await on_stage.begun("swiss", 4, name="Winter *Cup*"))
    profile = await profile_of(on_stage.app, 1001, SeenBy(reader=1001, here=None))
    assert any(line.startswith("🥇 Winter") for line in heading(profile))
    assert not any("*Cup*" in line for line in heading(profile)), "a name is no markdown"


@pytest.mark.parametrize(
    ("place", "people", "finished", "medal"),
    [(1, 4, 4, "🥇"), (2, 4, 4, "🥈"), (3, 5, 4, "🥉"), (4, 9, 9, ""), (3, 3, 4, ""), (1, 9, 3, "")],
)
def test_the_last_of_all_has_no_medal_and_nobody_has_one_before_four_have_played(
    place: int, people: int, finished: int, medal: str
) -> None:
    assert Honor("c", "Cup", "swiss", "ccc", 1, place, people, finished).medal == medal


def test_medals_are_counted_and_said() -> None:
    honors = [Honor("c", "Cup", "league", "ccc", 1, place, 9, 9, 2, 1, 2) for place in (2, 1, 2)]
    assert count_medals(honors) == {"🥇": 1, "🥈": 2}
    assert in_words(honors[0]) == "season 2, division 1"
