"""Interactions that Discord delivers twice, and a bot that fails halfway through one.

Nothing is done twice, and no player is told anything untrue.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_kit.interactions.interaction_dedup import HeardOnce
from bot.play.matches import playing
from bot.play.matches.ui import opening
from tests.kit.matches.tapped import Played, begin_briefed, nothing_changes, rows
from tests.kit.table import Table, table
from tests.kit.watching.deliveries import Deliveries


@pytest.fixture(params=[False, True], ids=["gateway", "http"])
async def match(request: pytest.FixtureRequest) -> AsyncIterator[Played]:
    async with table("mara", "tom", over_http=request.param) as t:
        yield await begin_briefed(t, t.mara, t.tom)


def answers(t: Table) -> list[str]:
    """Return the texts of the messages that only Mara sees."""
    return [seen.text for seen in t.mara.messages() if seen.ephemeral]


@pytest.mark.slow
async def test_a_move_that_is_delivered_twice_at_once_is_played_once(match: Played) -> None:
    t = match.t
    with Deliveries(t).kept(twice=True):
        answer = await t.mara.move("roll")
        await t.settled()
    assert (await match.table()).texts == ("roll",)
    assert "Where do you want to land?" in answer.text
    assert len(answers(t)) == len(set(answers(t)))


@pytest.mark.slow
async def test_a_move_that_is_delivered_again_later_is_not_played_again(match: Played) -> None:
    t, deliveries = match.t, Deliveries(match.t)
    with deliveries.kept():
        await t.mara.move("roll")
    if 0 in (await match.table()).to_act:
        await match.act()
    await match.turn()
    assert (await match.table()).to_act == (0,)
    await t.settled()
    told = answers(t)
    async with nothing_changes(t):
        deliveries.again()
        await t.settled()
    assert answers(t) == told


@pytest.mark.slow
async def test_a_tap_that_is_delivered_twice_tells_nobody_that_the_board_has_moved_on(match: Played) -> None:
    t = match.t
    panel = await t.mara.tap("Move", match.posts()[-1])
    with Deliveries(t).kept(twice=True):
        await t.mara.tap("Roll the die", panel)
        await t.settled()
    assert (await match.table()).texts == ("roll",)
    assert not [text for text in answers(t) if "moved on" in text]


async def test_a_challenge_that_is_delivered_twice_is_made_once() -> None:
    async with table("mara", "tom") as t:
        with Deliveries(t).kept(twice=True):
            await t.mara.slash("/creators challenge", opponent=t.tom)
            await t.settled()
        assert len((await rows(t))["challenges"]) == 1
        assert len([seen for seen in t.tom.messages() if "Accept" in seen.buttons]) == 1


async def test_the_second_delivery_gets_the_answer_that_was_lost(match: Played) -> None:
    t, deliveries = match.t, Deliveries(match.t)
    option = {"type": 3, "name": "action", "value": "roll"}
    with deliveries.kept():
        asking = t.mara.actor.slash("games", "move", [option])
        outcome = await t.losing_the_answer(asking, deliveries.again)
    assert (await match.table()).texts == ("roll",)
    assert "Where do you want to land?" in str(outcome["message"])


@pytest.mark.slow
async def test_what_breaks_before_anything_was_done_says_that_nothing_has_changed(
    match: Played, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*given: Any, **more: Any) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(playing, "act_as_typed", broken)
    async with nothing_changes(match.t):
        answer = await match.t.mara.move("roll")
    assert "nothing has changed" in answer.text
    caplog.clear()


async def test_what_breaks_after_a_move_does_not_say_that_nothing_has_changed(
    match: Played, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*given: Any, **more: Any) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(opening, "panel", broken)
    answer = await match.t.mara.move("roll")
    assert (await match.table()).texts == ("roll",)
    assert "nothing has changed" not in answer.text
    assert "may have counted" in answer.text
    caplog.clear()


def test_of_many_lost_answers_the_latest_are_kept() -> None:
    heard, screens = HeardOnce(), [object() for _ in range(100)]
    for number, screen in enumerate(screens):
        lost: Any = SimpleNamespace(
            id=number, extras={"lost": screen}, response=SimpleNamespace(is_done=lambda: False)
        )
        with heard.first(lost):
            pass
    kept = [found.lost for number in range(100) if (found := heard.before(number))]
    assert kept == [None] * 36 + screens[36:]
