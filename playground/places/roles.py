"""The roles of a server, created by people and given by `members.set_roles`."""

from __future__ import annotations

from playground.model import permissions as perms
from playground.model import shapes
from playground.model.errors import ControlError
from playground.model.events import Event
from playground.model.payload import Json
from playground.model.records import Guild
from playground.model.world import World

LONGEST_NAME = 100


def create(world: World, guild: Guild, name: str, permissions: int) -> Json:
    """Create a role above all others and return it; raise ControlError for a bad name or permission."""
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ControlError(f"The name of a role has 1 to {LONGEST_NAME} characters.")
    if not 0 <= permissions <= perms.EVERYTHING:
        raise ControlError("There are no such permissions.")
    role = shapes.role(world.ids.next(), name, permissions, len(guild.roles))
    guild.roles[role["id"]] = role
    data = {"guild_id": guild.id, "role": role}
    world.emit(Event(name="GUILD_ROLE_CREATE", data=data, guild=guild.id))
    return role
