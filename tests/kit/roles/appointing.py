"""Permissions that people get on a server."""

from __future__ import annotations

from playground.model import shapes
from tests.kit.people import Person
from tests.kit.table import Table


def appoint(t: Table, person: Person, permissions: int) -> None:
    """Give somebody a role with these permissions; the bot learns of it when it starts."""
    guild = next(iter(t.playground.world.guilds.values()))
    role = shapes.role(str(int(guild.id) + 1000 + len(guild.roles)), "helpers", permissions, 2)
    guild.roles[role["id"]] = role
    guild.members[person.id]["roles"].append(role["id"])


def let_everybody_use_all(t: Table) -> None:
    """Let the server's settings give all commands to everybody; that holds until the bot starts again."""
    for commands in t.playground.world.global_commands.values():
        for id, command in commands.items():
            commands[id] = {**command, "default_member_permissions": None}
