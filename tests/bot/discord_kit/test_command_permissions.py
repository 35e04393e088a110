"""Moderators' commands: Discord hides them from everybody else, and the bot has the last word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from playground.apps import installs
from playground.model import permissions as perms
from playground.model.errors import ControlError
from tests.kit.linked import names_of
from tests.kit.people import Person
from tests.kit.roles.appointing import appoint, let_everybody_use_all
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "ines")

REFUSED = re.compile("Only members who can manage (messages|this server)")


def commands(t: Table) -> Iterator[dict[str, Any]]:
    """Yield all commands of the bot, as Discord knows them."""
    for store in t.playground.world.global_commands.values():
        yield from store.values()


def offered(person: Person, channel: str = "games") -> set[str]:
    return {command["name"] for command in person.actor.commands(channel)}


async def test_who_manages_messages_is_offered_what_others_neither_see_nor_complete(t: Table) -> None:
    assert "moderate" not in offered(t.mara)
    appoint(t, t.ines, perms.MANAGE_MESSAGES)
    assert offered(t.ines) - offered(t.mara) == {"moderate"}
    assert offered(t.ines) == {command["name"] for command in commands(t)} - {"server"}
    for using in (t.mara.slash("/moderate match"), t.mara.complete("/moderate match", "match", "")):
        with pytest.raises(ControlError, match="no command /moderate"):
            await using


async def test_what_asks_for_a_permission_is_there_on_servers_alone_and_everything_else_everywhere(
    t: Table,
) -> None:
    for command in commands(t):
        asks = command["default_member_permissions"] is not None
        assert command["contexts"] == ([0] if asks else [0, 1, 2]), command["name"]
        assert command["integration_types"] == ([installs.GUILD] if asks else [0, 1]), command["name"]


async def test_a_command_asks_discord_for_a_permission_just_when_the_bot_refuses_whoever_has_none(
    t: Table,
) -> None:
    asking = {command["name"] for command in commands(t) if command["default_member_permissions"] is not None}
    let_everybody_use_all(t)
    names = [name for command in commands(t) for name in names_of({command["id"]: command})]
    refused = {name.split()[0] for name in names if REFUSED.search(await answered(t.mara, name))}
    assert refused == asking == {"moderate", "server"}


async def answered(person: Person, name: str) -> str:
    """Return what a command says to a person, or nothing if it needs options."""
    try:
        return (await person.slash(f"/{name}")).text
    except ControlError:
        return ""
