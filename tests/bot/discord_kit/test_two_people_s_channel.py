"""A DM between two people of which one has installed the app: the second person reads along."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from playground.people.defaults import BOT_ID
from tests.kit.matches.tapped import SHORT
from tests.kit.seen import Seen
from tests.kit.table import Table, table

BOTH: dict[str, Any] = {"0": {}, "1": {}}


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom") as t:
        t.playground.world.applications[BOT_ID].install_config = BOTH
        await t.mara.actor.install(BOT_ID)
        yield t


@pytest.fixture
async def place(t: Table) -> str:
    """The channel of Mara and Tom, which the bot isn't in."""
    return str((await t.mara.actor.open_dm(t.tom.id))["id"])


def tom_sees(t: Table, place: str) -> list[Seen]:
    """Return everything that Tom can read in a channel."""
    return [Seen(message) for message in t.tom.actor.read_messages(place)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "options"),
    [("/creators play", {**SHORT, "pattern": "☂", "side": "Creator"}), ("/alpha play", {})],
    ids=["creators", "alpha"],
)
async def test_what_is_tapped_on_the_card_there_only_the_person_sees(
    t: Table, place: str, command: str, options: dict[str, Any]
) -> None:
    card = await t.mara.slash(command, channel=place, **options)
    await t.settled()
    panel = await t.mara.tap("Play", card)
    await t.settled()
    assert panel.ephemeral
    assert panel.id != card.id
    assert tom_sees(t, place) == []


async def test_a_preview_there_is_for_one_pair_of_eyes(t: Table, place: str) -> None:
    card = await t.mara.slash("/creators play", channel=place, side="Creator", **SHORT, pattern="☂")
    await t.settled()
    panel = await t.mara.tap("Play", card)
    shown = await t.mara.tap("Show it now (then it counts)", panel)
    assert shown.ephemeral
    assert tom_sees(t, place) == []
