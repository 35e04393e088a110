"""A faltering Discord: limits, faults, answers that get lost, a gateway that drops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.kit.inputs import PATIENCE_SECONDS
from tests.kit.matches.tapped import Played, assert_refused, begin, begin_briefed, newest_match, rows
from tests.kit.table import Table, table

POSTS = "POST /channels/.*/messages$"


@pytest.fixture
async def match() -> AsyncIterator[Played]:
    async with table("mara", "tom", "ines") as t:
        yield await begin_briefed(t, t.mara, t.tom)


def calls(t: Table) -> int:
    return len([seen for seen in t.tom.messages() if "Your turn" in seen.text])


@pytest.mark.slow
async def test_a_rate_limit_is_waited_for(match: Played) -> None:
    match.t.fault(POSTS, 429, times=2, retry_after=0.01)
    await match.turn()
    await match.t.settled()
    assert len(match.posts()) == 2
    assert calls(match.t) == 1


@pytest.mark.slow
async def test_a_fault_of_discord_is_tried_again_after_a_while(match: Played) -> None:
    t = match.t
    t.fault(POSTS, 503, times=4)
    await match.turn()
    await t.settled()
    assert len(match.posts()) == 1
    t.advance(2)
    await t.settled()
    assert len(match.posts()) == 1
    t.advance(4)
    await t.settled()
    assert len(match.posts()) == 2
    assert calls(t) == 1


@pytest.mark.slow
async def test_what_was_said_is_not_said_twice_when_only_the_answer_was_lost(match: Played) -> None:
    t = match.t
    t.fault(POSTS, 503, times=2, after=True)
    await match.turn()
    await t.settled()
    t.advance(2)
    await t.settled()
    assert len(match.posts()) == 2
    assert calls(t) == 1


@pytest.mark.slow
@pytest.mark.parametrize("text", ["roll", "nonsense"])
async def test_an_answer_that_is_lost_loses_no_move(match: Played, text: str) -> None:
    t = match.t
    option = {"type": 3, "name": "action", "value": text}
    outcome = await t.losing_the_answer(t.mara.actor.slash("games", "move", [option]))
    assert outcome["type"] == "failed"
    assert (await match.table()).texts == (("roll",) if text == "roll" else ())
    if text == "roll":
        assert "Where do you want to land?" in (await t.mara.tap("Move", match.posts()[-1])).text


@pytest.mark.slow
async def test_a_challenge_whose_card_could_not_be_shown_is_no_challenge() -> None:
    async with table("mara", "tom") as t:
        options = [{"type": 1, "name": "challenge", "options": []}]
        await t.losing_the_answer(t.mara.actor.slash("games", "creators", options))
        assert ["expired" in row for row in (await rows(t))["challenges"]] == [True]


@pytest.mark.slow
async def test_after_the_gateway_dropped_the_bot_goes_on(match: Played) -> None:
    t = match.t
    resumed = asyncio.create_task(t.running.bot.wait_for("resumed", timeout=PATIENCE_SECONDS))
    await asyncio.sleep(0)
    t.playground.sessions.drop(True)
    await resumed
    await t.mara.move("roll")
    assert (await match.table()).texts == ("roll",)


@pytest.mark.slow
async def test_a_briefing_that_found_no_way_at_first_is_delivered_later() -> None:
    async with table("mara", "tom") as t:
        t.fault("POST /users/@me/channels", 503, times=1)
        await begin(t, t.mara, t.tom)
        assert not t.mara.newest(lambda seen: "Show it now (then it counts)" in seen.buttons)
        t.advance(2)
        await t.settled()
        assert "preview.gif" in (await t.mara.tap("Show it now (then it counts)")).pictures


async def test_a_match_against_the_bot_whose_card_could_not_be_shown_does_not_wait_to_be_started() -> None:
    async with table("mara") as t:
        play = [{"type": 1, "name": "play", "options": []}]
        await t.losing_the_answer(t.mara.actor.slash("games", "creators", play))
        await t.settled()
        assert_refused(await t.mara.slash("/matches"), "You have no open matches")
        assert ["withdrawn" in row for row in (await rows(t))["challenges"]] == [True]
        assert not (await rows(t))["matches"]


async def test_a_match_whose_start_could_not_be_shown_is_told_of_and_opened_by_the_same_button() -> None:
    async with table("mara") as t:
        card = await t.mara.slash("/creators play", side="Destroyer", public=True)
        tap = t.mara.actor.press(card.channel, card.id, card.buttons["Play"]["custom_id"])
        assert (await t.losing_the_answer(tap))["type"] == "failed"
        t.advance(60)
        await t.settled()
        told = await t.mara.sees("Your match against")
        assert not told.ephemeral
        assert "Show it now (then it counts)" in told.buttons
        assert (await Played(t, await newest_match(t), (None, t.mara)).table()).to_act == (1,)
        assert t.threads()
        assert "Show it now (then it counts)" in (await t.mara.tap("Play", card)).buttons
