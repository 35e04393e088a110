"""The example's command: a player asks how often they have acted."""

from __future__ import annotations

import pytest

from bot.core.errors import UserError
from examples.counting import counting
from tests.kit.hosts.house import MARA, TOM, House
from tests.kit.matches.decoy import LAYOUT, begin
from tests.kit.matches.tapped import assert_refused
from tests.kit.table import table


async def test_only_a_player_is_told_and_only_of_their_own_actions(here: House) -> None:
    match = await here.match()
    await here.act(match)
    told = [await counting.so_far(here.app, match.id, person.id) for person in (MARA, TOM)]
    assert sorted(text[-3:] for text in told) == [": 0", ": 1"]
    with pytest.raises(UserError, match="in this match"):
        await counting.so_far(here.app, match.id, 999)


async def test_the_command_answers_and_its_button_works_after_a_restart() -> None:
    async with table("mara", "tom", "ines") as t:
        match = await begin(t, t.mara, t.tom)
        assert await t.mara.complete("/counting", "match", "") == [match.id]
        told = await t.mara.slash("/counting", match=match.id)
        assert told.text == "Your actions in Decoy Patrol: 0"
        await t.mara.move(f"setup {LAYOUT}")
        await t.restart_bot()
        assert (await t.mara.tap("Count again", told)).text == "Your actions in Decoy Patrol: 1"
        assert (await t.tom.slash("/counting", match=match.id)).text == "Your actions in Decoy Patrol: 0"
        assert_refused(await t.ines.slash("/counting", match=match.id), "in this match")
