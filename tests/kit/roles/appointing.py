"""Granting permissions to people on a server."""

from __future__ import annotations

from playground.model import shapes
from tests.kit.people import Person
from tests.kit.table import Table


def appoint(t: Table, person: Person, permissions: int) -> None:
    """Give a person a role with these permissions; the bot learns of it at its next start."""
    guild = next(iter(t.playground.world.guilds.values()))
    role = shapes.role(str(int(guild.id) + 1000 + len(guild.roles)), "helpers", permissions, 2)
    guild.roles[role["id"]] = role
    guild.members[person.id]["roles"].append(role["id"])


def let_everybody_use_all(t: Table) -> None:
    """Let everybody on the server use all commands until the bot's next start."""
    for commands in t.playground.world.global_commands.values():
        for id, command in commands.items():
            commands[id] = {**command, "default_member_permissions": None}
