"""Takebacks through the whole bot: asked for, answered and told by taps. GEN-9."""

from __future__ import annotations

import pytest

from bot.core.match_state import in_force
from tests.kit.matches.decoy import crafted, in_private
from tests.kit.matches.tapped import Played, assert_refused, newest_match, nothing_changes
from tests.kit.seen import Seen
from tests.kit.table import Table, table

GONE = "This offer is no longer open."


async def under_way(t: Table) -> Played:
    """Begin a match of ccc and play Mara's first move, so that Tom is to move."""
    await t.mara.slash("/ccc challenge", opponent=t.tom, side="White", first="white")
    await t.tom.tap("Accept")
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, t.tom))
    await match.act()
    await t.settled()
    return match


async def asked(t: Table) -> tuple[Played, Seen]:
    """Begin a match in which Mara has asked to take her first move back; return it with her panel."""
    match = await under_way(t)
    mine = await t.mara.tap("Take back", await t.mara.tap("My view", match.posts()[-1]))
    await t.settled()
    return match, mine


async def in_play(match: Played) -> tuple[str, ...]:
    return in_force(await match.table()).texts


@pytest.mark.slow
async def test_a_takeback_is_asked_for_and_allowed_by_taps_even_after_restarts(t: Table) -> None:
    match, mine = await asked(t)
    assert "You've asked to take your last move back." in mine.text
    told = [seen for seen in in_private(t.tom) if "asks to take a move back" in seen.text]
    assert len(told) == 1
    assert not [post for post in match.posts() if "take" in post.text], "it's between the two"
    await t.restart_bot()
    panel = await t.tom.tap("Open", told[0])
    assert f"{t.mara.name} asks to take their last move back." in panel.text
    await t.restart_bot()
    after = await t.tom.tap("Allow", panel)
    await t.settled()
    assert await in_play(match) == ()
    for said in (after.text, match.posts()[-1].text, in_private(t.mara)[-1].text):
        assert "White takes a move back." in said
    assert t.mara.pushes()[-1].startswith("Your turn against Tom")
    await match.act()
    assert len(await in_play(match)) == 1


@pytest.mark.slow
async def test_a_no_is_told_to_who_asked_and_ends_the_request(t: Table) -> None:
    match, mine = await asked(t)
    panel = await t.tom.tap("No", await t.tom.tap("Move", match.posts()[-1]))
    assert "Allow" not in panel.buttons
    await t.settled()
    assert [seen for seen in in_private(t.mara) if "doesn't want you to take your move back" in seen.text]
    assert_refused(await t.mara.tap("Withdraw request", mine), GONE)
    assert "Take back" not in (await t.mara.tap("My view", match.posts()[-1])).buttons


@pytest.mark.slow
async def test_a_request_that_is_withdrawn_can_no_longer_be_allowed(t: Table) -> None:
    match, mine = await asked(t)
    panel = await t.tom.tap("Move", match.posts()[-1])
    await t.mara.tap("Withdraw request", mine)
    async with nothing_changes(t):
        assert_refused(await t.tom.tap("Allow", panel), "This request is no longer open.")


@pytest.mark.slow
async def test_onlookers_see_nothing_of_a_request(t: Table) -> None:
    match, _ = await asked(t)
    view = await t.ines.tap("My view", match.posts()[-1])
    assert "take" not in view.text
    assert set(view.buttons) == set()


@pytest.mark.slow
async def test_a_button_from_before_the_opponents_move_takes_nothing_back(t: Table) -> None:
    match = await under_way(t)
    old = await t.mara.tap("My view", match.posts()[-1])
    await match.forget_panels()
    await match.act()
    await t.settled()
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Take back", old), "until your opponent has moved")


@pytest.mark.slow
async def test_against_the_bot_one_tap_undoes_both_moves() -> None:
    async with table("mara") as t:
        shown = await t.mara.start("/ccc play", side="White", first="white")
        assert "Take back" not in shown.buttons
        match = Played(t, await newest_match(t), (t.mara, None))
        await t.mara.move((await match.legal())[0])
        await t.settled()
        assert len(await in_play(match)) == 2
        after = await t.mara.tap("Take back")
        await t.settled()
        assert await in_play(match) == ()
        assert "White takes a move back." in after.text
        assert "Take back" not in after.buttons
        assert "Which piece" in after.text


@pytest.mark.slow
async def test_a_button_from_before_ones_last_move_shows_the_present_board() -> None:
    async with table("mara") as t:
        await t.mara.start("/ccc play", side="White", first="white", public=True)
        match = Played(t, await newest_match(t), (t.mara, None))
        await t.mara.move((await match.legal())[0])
        await t.settled()
        post = await crafted(match, f"sp|take-back|{match.id}|1")
        async with nothing_changes(t):
            answer = await t.mara.tap("Old", post)
        assert "Take back" in answer.buttons
        assert len(await in_play(match)) == 2
