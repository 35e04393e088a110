"""The command of conditional moves at a table: private, completed, and played at once."""

from __future__ import annotations

import pytest

from tests.kit.matches.ccc import begin
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.table import Table

TWO_ROWS = {"first": "white", "flatRows": 2}
"""Options of a layout with two rows of Flats, which soon meet."""


async def texts(match: Played) -> tuple[str, ...]:
    return (await match.table()).texts


def pinged(person: Person) -> int:
    """Return how often a person was pinged in DMs to take their turn."""
    dms = {dm["id"] for dm in person.actor.home()["dms"]}
    return len([seen for seen in person.messages() if seen.channel in dms and "Your turn" in seen.text])


@pytest.mark.slow
async def test_what_was_foreseen_is_replied_at_once_and_nobody_is_called_for_it(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await t.settled()
    before = pinged(t.tom)
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    await t.mara.move("a3-a4")
    await t.settled()
    assert await texts(match) == ("a3-a4", "a6-a5")
    t.advance(60)
    await t.settled()
    assert pinged(t.tom) == before
    assert (await match.table()).to_act == (0,)


async def test_it_is_private_and_completed_from_what_is_legal(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    answer = await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    assert answer.ephemeral
    assert not any("a6-a5" in seen.text for seen in t.mara.messages())
    assert "a3-a4" in await t.tom.complete("/conditional", "they_play", "a3-")
    assert "No conditional moves yet" in (await t.mara.slash("/conditional")).text


@pytest.mark.slow
async def test_it_survives_a_restart(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    await t.restart_bot()
    await t.mara.move("a3-a4")
    await t.settled()
    assert await texts(match) == ("a3-a4", "a6-a5")


@pytest.mark.slow
async def test_half_a_plan_and_an_unknown_line_are_refused_and_change_nothing(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    async with nothing_changes(t):
        for half in ("they_play", "you_reply"):
            assert_refused(await t.tom.slash("/conditional", **{half: "a3-a4"}), "Give both")
        further = await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5", after=1)
        assert_refused(further, "There's no line 1; you have 0.")
        refused = await t.mara.slash("/conditional", they_play="a6-a5", you_reply="a3-a4")
        assert_refused(refused, "It's your turn")


async def test_a_reply_is_completed_once_the_opponent_s_move_is_there(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    theirs = {"type": 3, "name": "they_play", "value": "a3-a4"}
    reply = {"type": 3, "name": "you_reply", "value": "a6-", "focused": True}
    offered = await t.tom.actor.autocomplete(t.tom.channel, "conditional", [theirs, reply])
    assert "a6-a5" in [choice["value"] for choice in offered]
    assert await t.tom.complete("/conditional", "you_reply", "a3-") == []
    assert await t.ines.complete("/conditional", "they_play", "a3-") == []
