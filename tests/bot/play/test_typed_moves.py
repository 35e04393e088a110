"""`/move` as people type it: whole paths at once, and no match named where only one waits."""

from __future__ import annotations

import pytest

from tests.kit.matches.decoy import begin
from tests.kit.matches.tapped import Played, assert_refused, begin_briefed, nothing_changes
from tests.kit.matches.tapped import begin as begin_unseen
from tests.kit.table import Table, table

CYAN = "CDDDDD4/SSGGII4/10"
MAGENTA = "DDDDD5/SSCGII4/6G3"
ACTION = {"type": 3, "name": "action", "focused": True}


async def set_up(t: Table) -> Played:
    match = await begin(t, t.mara, t.tom, vision="diamond")
    await t.mara.move(f"Setup {CYAN.lower()}", match=match.id)
    await t.tom.move(MAGENTA, match=match.id)
    return match


async def texts(match: Played) -> tuple[str, ...]:
    return (await match.table()).texts[2:]


async def test_a_path_into_what_nobody_could_see_is_played_as_far_as_it_goes() -> None:
    async with table("mara", "tom") as t:
        match = await set_up(t)
        await t.mara.move("f1-g2-h3-i4")
        await t.tom.move("g7-g6")
        await t.tom.move("done")
        seen = await t.mara.move("i4-h5-g6-f7")
        assert "Not played: h5-g6, g6-f7. There's a piece on g6." in seen.text
        assert (await texts(match))[5:] == ("i4-h5",)
        await t.mara.move("h5-i6")
        assert (await texts(match))[5:] == ("i4-h5", "h5-i6")


@pytest.mark.slow
async def test_without_a_name_the_one_match_that_waits_is_meant() -> None:
    """That holds everywhere, even in the thread of another match in which it isn't their turn."""
    async with table("mara", "tom", "juri") as t:
        first = await begin_briefed(t, t.mara, t.tom)
        second = await begin_briefed(t, t.juri, t.mara)
        assert await t.mara.complete("/move", "action", "") == ["roll"], "only the first one waits for her"
        await t.mara.move("roll")
        assert ((await first.table()).texts, (await second.table()).texts) == (("roll",), ())
        move = (await first.legal())[0]
        await t.mara.move(move.upper())
        async with nothing_changes(t):
            assert_refused(await t.mara.move("roll"), "It's not your turn in any of your matches.")
        assert await t.mara.complete("/move", "action", "") == []


async def test_where_two_wait_nothing_of_either_is_offered() -> None:
    async with table("mara", "tom", "juri") as t:
        await begin_briefed(t, t.mara, t.tom)
        await begin_briefed(t, t.mara, t.juri)
        assert await t.mara.complete("/move", "action", "") == []


async def test_of_several_that_wait_the_only_one_in_which_it_can_be_played_is_meant() -> None:
    async with table("mara", "tom", "juri") as t:
        creators = await begin_briefed(t, t.mara, t.tom)
        decoy = await begin(t, t.mara, t.juri, vision="diamond")
        offered = await t.mara.actor.autocomplete("games", "move", [{**ACTION, "value": "ro"}])
        assert offered == [{"name": "roll · Creators vs Destroyers against Tom", "value": "roll"}]
        seen = await t.mara.move("roll")
        assert creators.name in seen.text
        assert ((await creators.table()).texts, (await decoy.table()).texts) == (("roll",), ())


async def test_what_can_be_played_in_two_is_played_in_neither_and_both_are_named() -> None:
    async with table("mara", "tom", "juri") as t:
        matches = [await begin_briefed(t, t.mara, t.tom), await begin_briefed(t, t.mara, t.juri)]
        async with nothing_changes(t):
            answer = await t.mara.move("roll")
            assert_refused(answer, "Choose one with the option `match`.")
        assert all(match.name in answer.text for match in matches)


async def test_where_nothing_dealt_was_looked_at_a_text_is_not_tried() -> None:
    """Or else a refusal would tell what can be played there, before the look that makes it count."""
    async with table("mara", "tom", "juri") as t:
        looked_at = await begin_briefed(t, t.mara, t.tom)
        unseen = await begin_unseen(t, t.mara, t.juri)
        await t.mara.move("roll")
        assert ((await looked_at.table()).texts, (await unseen.table()).texts) == (("roll",), ())


@pytest.mark.slow
async def test_in_the_thread_of_a_match_that_one_is_meant_though_another_waits() -> None:
    async with table("mara", "tom", "juri") as t:
        first = await begin_briefed(t, t.tom, t.mara)
        thread = t.threads()[-1]["id"]
        second = await begin_briefed(t, t.mara, t.juri)
        async with nothing_changes(t):
            assert_refused(await t.mara.move("roll", channel=thread), "It's the Creator's turn.")
        assert await t.mara.complete("/move", "action", "", thread) == []
        assert ((await first.table()).texts, (await second.table()).texts) == ((), ())


@pytest.mark.slow
async def test_what_is_typed_otherwise_is_completed_too() -> None:
    async with table("mara", "tom") as t:
        match = await set_up(t)
        assert await t.mara.complete("/move", "action", "f1 g2") == ["f1-g2"]
        assert await t.mara.complete("/move", "action", "F1–") == [
            text for text in await match.legal() if text.startswith("f1-")
        ]
