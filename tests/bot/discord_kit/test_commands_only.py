"""A server that has the commands without the bot: what works is as private as with a user install."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from playground.model import permissions as perms
from playground.page import conditions
from tests.kit.matches.tapped import SHORT
from tests.kit.roles.appointing import appoint
from tests.kit.table import Table, table

ASK = "I'm not a member of this server. Ask an admin to add me."


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom") as made:
        switch(made, True)
        yield made


def switch(t: Table, on: bool) -> None:
    world = t.playground.world
    conditions.change(world, "commands_only", next(iter(world.guilds)), on)


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [None, "tom"])
async def test_nobody_can_be_challenged_there_and_an_admin_is_asked_for(
    t: Table, opponent: str | None
) -> None:
    given: dict[str, Any] = {} if opponent is None else {"opponent": t.people[opponent]}
    answer = await t.mara.slash("/creators challenge", **given)
    assert answer.ephemeral
    assert answer.text.startswith(ASK)
    assert "/creators play" in answer.text
    assert t.tom.actor.read_messages("games") == []
    assert not t.running.bot.guilds


@pytest.mark.parametrize(
    ("command", "given"),
    [("/creators play", {"public": True}), ("/stats", {"here": True}), ("/compliments", {})],
    ids=lambda one: str(one),
)
async def test_what_needs_the_bot_there_asks_for_an_admin(
    t: Table, command: str, given: dict[str, Any]
) -> None:
    answer = await t.mara.slash(command, **given)
    assert answer.ephemeral
    assert answer.text.startswith(ASK)


async def test_a_moderator_is_told_so_too(t: Table) -> None:
    appoint(t, t.mara, perms.MANAGE_MESSAGES)
    assert (await t.mara.slash("/moderate match")).text.startswith(ASK)


@pytest.mark.slow
async def test_the_bot_is_played_there_for_one_pair_of_eyes(t: Table) -> None:
    card = await t.mara.slash("/creators play", side="Creator", **SHORT, pattern="☂")
    assert card.ephemeral
    await t.settled()
    panel = await t.mara.tap("Play", card)
    await t.settled()
    shown = await t.mara.tap("Show it now (then it counts)", panel)
    assert shown.ephemeral
    assert shown.pictures
    assert t.tom.actor.read_messages("games") == []


async def test_a_board_of_this_server_is_not_offered_there(t: Table) -> None:
    answer = await t.mara.slash("/creators leaderboard")
    assert "Here" not in answer.buttons
    assert "on this server" not in answer.text.lower()


async def test_once_the_bot_is_added_people_can_be_challenged(t: Table) -> None:
    switch(t, False)
    await t.settled()
    card = await t.mara.slash("/creators challenge", opponent=t.tom)
    assert not card.ephemeral
    assert "Accept" in card.buttons
