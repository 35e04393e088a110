"""`/move` as people type it: what's offered while they type, and what they're told then."""

from __future__ import annotations

import pytest

from tests.kit.matches.decoy import begin
from tests.kit.matches.tapped import assert_refused, begin_briefed, nothing_changes
from tests.kit.table import Table

ACTION = {"type": 3, "name": "action", "focused": True}


@pytest.mark.table("mara", "tom", "juri")
async def test_without_a_name_the_command_plays_in_the_match_that_is_meant_or_asks_for_it(t: Table) -> None:
    creators = await begin_briefed(t, t.mara, t.tom)
    decoy = await begin(t, t.mara, t.juri, vision="diamond")
    offered = await t.mara.actor.autocomplete("games", "move", [{**ACTION, "value": "ro"}])
    assert offered == [{"name": "roll · Creators vs Destroyers against Tom", "value": "roll"}]
    other = await begin_briefed(t, t.mara, t.juri)
    assert await t.mara.complete("/move", "action", "ro") == [], "it could be played in both"
    async with nothing_changes(t):
        answer = await t.mara.move("roll")
        assert_refused(answer, "Choose one with the option `match`.")
    assert all(match.name in answer.text for match in (creators, other))
    await other.fold(("roll",))
    assert creators.name in (await t.mara.move("roll")).text
    assert ((await creators.table()).texts, (await decoy.table()).texts) == (("roll",), ())


@pytest.mark.table("mara", "tom")
async def test_what_is_typed_otherwise_is_completed_and_what_is_not_played_is_told(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, vision="diamond")
    await match.fold(("setup CDDDDD4/SSGGII4/10", "setup DDDDD5/SSCGII4/6G3"))
    assert await t.mara.complete("/move", "action", "f1 g2") == ["f1-g2"]
    assert await t.mara.complete("/move", "action", "F1–") == [
        text for text in await match.legal() if text.startswith("f1-")
    ]
    await match.fold(("f1-g2-h3-i4", "g7-g6", "done"))
    seen = await t.mara.move("i4-h5-g6-f7")
    assert "Not played: h5-g6, g6-f7. There's a piece on g6." in seen.text
    assert (await match.table()).texts[-1] == "i4-h5"
