"""The daily limit on rated matches of the same two people, and medals, apply in contests as elsewhere."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.limits import LIMITS
from bot.matchmaking.contests.log.contest import Contest, apply_events
from bot.matchmaking.contests.log.events import Begun, Decided, Event, Paired, Why
from bot.matchmaking.contests.reading.honors import history_of, medals_of
from bot.matchmaking.contests.reading.standings import count_finished
from bot.matchmaking.contests.running import running
from bot.play.matches.starting import IN_CONTEST
from bot.play.ratings.ratings import MOST_RATED_A_DAY
from storage.rows import Match
from storage.tables.profiles import SeenBy
from tests.kit.contests.seasons import entered
from tests.kit.contests.stage import Stage
from tests.kit.sql import sql

DAY = 86_400
TOLD = f"{LIMITS['rated matches of the same two'].format_sentence()} {IN_CONTEST}"


async def matches_of(on_stage: Stage, contest: Contest) -> list[Match]:
    return [await on_stage.match(pairing) for pairing in contest.pairings]


async def played(on_stage: Stage, kind: str = "knockout", people: int = 2, **terms: object) -> Contest:
    return await on_stage.play_out(await on_stage.begun(kind, people, **terms))


@pytest.mark.slow
async def test_seven_knockouts_of_the_same_two_bring_five_rated_matches(on_stage: Stage) -> None:
    contests = [await played(on_stage) for _ in range(7)]
    rated = [match.rated for contest in contests for match in await matches_of(on_stage, contest)]
    assert (len(rated), sum(rated)) == (14, MOST_RATED_A_DAY)
    assert all(rated[:MOST_RATED_A_DAY])
    assert all(contest.status == "finished" for contest in contests), "each contest still has a winner"
    async with on_stage.app.database.read() as r:
        assert await medals_of(r, on_stage.app, 1001, SeenBy(reader=1001, here=None)) == ()
        places = await history_of(r, on_stage.app, 1001, SeenBy(reader=1001, here=None))
    assert [place.place for place in places] == [1] * 7, "the places themselves stay known"


async def test_both_are_told_that_a_casual_match_still_counts_in_the_contest(on_stage: Stage) -> None:
    for _ in range(3):
        await played(on_stage)
    told = await sql(on_stage.app.database, "SELECT payload FROM outbox WHERE kind = 'note'")
    assert sum(TOLD in text for (text,) in told) == 2, "one match is over the limit, and two people play it"


@pytest.mark.slow
async def test_a_day_later_matches_of_the_same_two_are_rated_again(on_stage: Stage) -> None:
    for _ in range(3):
        await played(on_stage)
    await on_stage.later(DAY)
    assert all(match.rated for match in await matches_of(on_stage, await played(on_stage)))


async def test_contests_that_begin_at_the_same_moment_count_each_other(on_stage: Stage) -> None:
    ids = [await on_stage.contest("knockout") for _ in range(4)]
    for id in ids:
        await on_stage.enter(id, 1, 2)
    on_stage.house.clock.advance(3600)
    await asyncio.gather(*(running.go_on(on_stage.app, id) for id in ids))
    begun = [match for id in ids for match in await matches_of(on_stage, await on_stage.of(id))]
    assert (len(begun), sum(match.rated for match in begun)) == (8, MOST_RATED_A_DAY)


async def test_a_medal_needs_four_people_who_each_finished_a_match(on_stage: Stage) -> None:
    contest = await played(on_stage, "round robin", 4, at_once=3)
    assert contest.status == "finished"
    async with on_stage.app.database.read() as r:
        medals = [
            (await medals_of(r, on_stage.app, person, SeenBy(reader=person, here=None)))
            for person in (1001, 1002, 1003, 1004)
        ]
    assert [[honor.medal for honor in had] for had in medals] == [["🥇"], ["🥈"], ["🥉"], []]


@pytest.mark.parametrize("why", ["forfeit", "decided", "adjudicated"])
def test_who_only_won_or_lost_without_playing_has_finished_nothing(why: Why) -> None:
    contest = entered("round robin", 4)
    log: list[Event] = [Begun(at=0, order=(1, 2, 3, 4))]
    log += [Paired(at=0, round=1, first=1, second=2, match="a")]
    log += [Paired(at=0, round=1, first=3, second=4, match="b"), Decided(at=1, match="a", score="win")]
    ended = apply_events(contest, [*log, Decided(at=1, match="b", score="win", why=why)])
    assert count_finished(ended, (1, 2, 3, 4)) == 2
    assert (
        count_finished(apply_events(contest, [*log, Decided(at=1, match="b", score="win")]), (1, 2, 3, 4))
        == 4
    )
