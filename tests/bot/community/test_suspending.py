"""A person suspended on a server can't begin anything but finishes open matches; others hear no reason."""

from __future__ import annotations

import pytest

from bot.community.moderation.suspending import SUSPENDED
from bot.community.peace.availability import UNAVAILABLE
from tests.kit.matches.ccc import begin
from tests.kit.matches.ccc_words import ROOM
from tests.kit.matches.decoy import play
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.roles.appointing import let_everybody_use_all
from tests.kit.roles.moderators import logged, moderated
from tests.kit.seen import Seen
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=moderated)


async def suspend(t: Table, person: Person) -> Seen:
    return await t.ines.tap("Suspend here", await t.ines.slash("/moderate person", person=person))


@pytest.mark.slow
async def test_who_is_suspended_finishes_open_matches_and_begins_none(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, ROOM)
    assert "Suspended by" in (await suspend(t, t.mara)).text
    async with nothing_changes(t):
        assert_refused(await t.mara.slash("/ccc challenge", opponent=t.tom), SUSPENDED)
        assert_refused(await t.mara.slash("/ccc challenge"), SUSPENDED)
        assert SUSPENDED in (await t.mara.slash("/ccc play", public=True)).text
    await play(match, ["d4-d5", "e7-e6"])
    await t.mara.tap("Resign", await t.mara.slash("/resign", match=match.id))
    await t.settled()
    assert_refused(await t.mara.tap("Rematch", match.posts()[-1]), SUSPENDED)


@pytest.mark.slow
async def test_who_is_suspended_accepts_no_challenge_and_takes_no_open_card(t: Table) -> None:
    cards = [await t.tom.slash("/ccc challenge", opponent=t.mara), await t.tom.slash("/ccc challenge")]
    await suspend(t, t.mara)
    async with nothing_changes(t):
        for card in cards:
            assert SUSPENDED in (await t.mara.tap("Accept", card)).text


@pytest.mark.slow
async def test_others_hear_no_reason_neither_by_challenging_nor_by_accepting(t: Table) -> None:
    await t.mara.slash("/ccc challenge", opponent=t.tom)
    await suspend(t, t.mara)
    async with nothing_changes(t):
        assert_refused(await t.tom.slash("/ccc challenge", opponent=t.mara), UNAVAILABLE)
        assert UNAVAILABLE in (await t.tom.tap("Accept")).text


async def test_a_suspension_is_lifted_and_both_are_logged(t: Table) -> None:
    panel = await suspend(t, t.mara)
    assert "They can play here." in (await t.ines.tap("Lift the suspension", panel)).text
    await begin(t, t.mara, t.tom, ROOM)
    ines, mara = int(t.ines.id), int(t.mara.id)
    assert await logged(t) == [
        ("Lifted a suspension.", ines, mara),
        ("Suspended a person on this server.", ines, mara),
    ]


async def test_only_moderators_do_it_and_nobody_to_themselves(t: Table) -> None:
    let_everybody_use_all(t)
    async with nothing_changes(t):
        for command in ("/moderate match", "/moderate text", "/moderate words"):
            assert_refused(await t.mara.slash(command), "Only members who can manage messages")
        assert_refused(await t.mara.slash("/moderate person", person=t.tom), "Only members who can")
    own = await t.ines.slash("/moderate person", person=t.ines)
    assert_refused(await t.ines.tap("Suspend here", own), "You can't suspend yourself.")
