"""What contests tell people and channels, and what they no longer tell, without Discord."""

from __future__ import annotations

import pytest

from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.log.event_store import ABSENT, AGREED, CAME_IN, CHECK_IN, RESULTS
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.organizing import entering
from bot.matchmaking.contests.teams.team_sides import Face
from bot.matchmaking.contests.ui import results, showing, tables
from storage.tables import outbox
from tests.kit.contests.stage import Stage, person
from tests.kit.seen import Seen, seen


@pytest.mark.parametrize(
    ("kind", "number"), [(CAME_IN, 1), (CHECK_IN, 1), (ABSENT, 2), (AGREED, 2), (CHECK_IN, 9)]
)
async def test_news_that_no_longer_hold_are_not_told(
    on_stage: Stage, dms: list[tuple[int, Seen]], kind: str, number: int
) -> None:
    """Player 1 has withdrawn, 2 is in, and 9 has never entered."""
    id = await on_stage.contest("round robin", check_in=1800)
    await on_stage.enter(id, 1, 2, 3)
    await entering.leave(on_stage.app, id, person(1))
    came_in = notifications.came_in(id, person(number), on_stage.app.now())
    async with on_stage.app.database.write() as w:
        await outbox.add(w, [came_in])
    [message] = await on_stage.told(CAME_IN)
    senders = {
        CAME_IN: results.send_place,
        CHECK_IN: results.send_check_in,
        ABSENT: results.send_absent,
        AGREED: results.send_agreed,
    }
    assert await senders[kind](on_stage.ctx, message) is None
    assert dms == []


async def test_an_odd_one_has_a_bye_which_is_told(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 3)
    row, contest = await on_stage.found(id)
    (bye,) = contest.byes
    said = f"<@{bye.person}> has a bye"
    assert said in seen(results._round(Face(row, contest, None, id), "1")).text
    assert said in showing._pairing_lines(contest, "<@{}>".format)
    page = await tables.standing(on_stage.ctx, contest, None)
    assert f"<@{bye.person}> · **1**" in page.lines[0]


async def test_the_newest_round_comes_first_and_winners_are_before_losers(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4)
    first_round = (await on_stage.of(id)).open
    for pairing in first_round:
        await on_stage.end(pairing, 0)
    await on_stage.later(2)
    contest = await on_stage.of(id)
    lines = showing._pairing_lines(contest, "<@{}>".format)
    assert [lines[0], lines[3]] == ["**Round 2**", "**Round 1**"]
    assert [line.rpartition(": ")[2] for line in lines if ": " in line] == [*["going on"] * 2, *["1–0"] * 2]
    page = await tables.standing(on_stage.ctx, contest, None)
    assert all("**1** · 1-0-0" in line for line in page.lines[:2])
    above = "".join(page.lines[:2])
    assert all(f"<@{pairing.first}>" in above for pairing in first_round)


async def test_a_day_with_results_is_told_once_at_its_end_where_there_are_no_rounds(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 4, at_once=1)
    for _ in range(2):
        for pairing in (await on_stage.of(id)).open:
            await on_stage.end(pairing, 0)
        await on_stage.later(2)
    day = on_stage.app.now() // DAY
    [told] = await on_stage.told(RESULTS)
    assert (told.payload["day"], told.due_at) == (day, (day + 1) * DAY)
    assert len(results._list_ended(await on_stage.of(id), day)) == 4
    await on_stage.later(2 * DAY)
    assert await on_stage.told(RESULTS) == [told], "no results, no post"


async def test_the_last_day_s_results_are_in_the_post_about_the_end_alone(on_stage: Stage) -> None:
    contest = await on_stage.play_out(await on_stage.begun("round robin", 3))
    assert len(results._list_last(contest)) == 3
    for message in await on_stage.told(RESULTS):
        assert await results.send_results(on_stage.ctx, message) is None
    swiss = await on_stage.play_out(await on_stage.begun("swiss", 2))
    assert results._list_last(swiss) == [], "each round has a post of its own"
