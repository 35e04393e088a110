"""Who belongs to a server: people and bots come and go, and people delete their accounts."""

from __future__ import annotations

from contextlib import nullcontext

from playground.model import permissions as perms
from playground.model import shapes
from playground.model.errors import ControlError, unknown
from playground.model.events import Event
from playground.model.payload import Json, timestamp
from playground.model.records import Channel, Guild
from playground.model.world import World
from playground.places import sight

LONGEST_TIME_OUT = 28 * 24 * 3600.0


def remove(world: World, guild: Guild, user_id: str) -> None:
    """Somebody leaves a server with its threads, or is removed, and is told so."""
    with sight.followed(world, guild, _places(world, guild)):
        gone = guild.members.pop(user_id, None)
    for channel in world.channels_of(guild.id):
        channel.thread_members.pop(user_id, None)
    app = world.application_of(user_id)
    if app is not None:
        data = {"id": guild.id}
        world.emit(Event(name="GUILD_DELETE", data=data, guild=guild.id, application=app.id, people=False))
    if gone is not None:
        _tell(world, guild, "GUILD_MEMBER_REMOVE", {"user": gone["user"]})


def add(world: World, guild: Guild, user_id: str) -> None:
    """Somebody joins a server; a bot gets the role that it had (`Gateway.introduce` tells it)."""
    user = world.user(user_id)
    roles = [role["id"] for role in guild.roles.values() if (role.get("tags") or {}).get("bot_id") == user_id]
    is_new = user_id not in guild.members
    # A bot is introduced to all channels at once.
    with nullcontext() if user.bot else sight.followed(world, guild, _places(world, guild)):
        guild.members[user_id] = shapes.member(user.payload, world.now(), roles)
    if is_new:
        _tell(world, guild, "GUILD_MEMBER_ADD", guild.members[user_id])


def set_roles(world: World, guild: Guild, user_id: str, roles: list[str]) -> None:
    """Give a member these roles, by id, and no others; who sees other channels by that is told so."""
    member = world.member(guild.id, user_id)
    for role_id in roles:
        if role_id not in guild.roles:
            raise unknown("Role", 10011)
    with sight.followed(world, guild, _places(world, guild), unveiled=True):
        guild.members[user_id] = {**member, "roles": roles}
        _tell(world, guild, "GUILD_MEMBER_UPDATE", guild.members[user_id])


def _places(world: World, guild: Guild) -> list[Channel]:
    """The channels of a server, without the threads in them."""
    return [one for one in world.channels_of(guild.id) if not one.is_thread]


def _tell(world: World, guild: Guild, name: str, data: Json) -> None:
    world.emit(Event(name=name, data={"guild_id": guild.id, **data}, guild=guild.id))


def time_out(world: World, guild: Guild, user_id: str, seconds: float) -> None:
    """Let a member only look on for so long; 0 ends it."""
    until = timestamp(world.clock.now() + seconds) if seconds > 0 else None
    member = world.member(guild.id, user_id)
    guild.members[user_id] = {**member, "communication_disabled_until": until}
    _tell(world, guild, "GUILD_MEMBER_UPDATE", guild.members[user_id])


def time_out_everywhere(world: World, user_id: str, on: bool) -> None:
    """Let somebody only look on in all their servers, or act again."""
    for guild in _homes(world, user_id):
        time_out(world, guild, user_id, LONGEST_TIME_OUT if on else 0)


def screen_everywhere(world: World, user_id: str, on: bool) -> None:
    """Let somebody wait for the screening of all their servers, or have passed it."""
    for guild in _homes(world, user_id):
        guild.members[user_id] = {**guild.members[user_id], "pending": on}
        _tell(world, guild, "GUILD_MEMBER_UPDATE", guild.members[user_id])


def check_screened(world: World, guild_id: str | None, user_id: str) -> None:
    """Refuse what somebody who waits for a server's screening can't do there (ControlError)."""
    guild = world.guilds.get(guild_id or "")
    if guild is not None and guild.members[user_id]["pending"]:
        raise ControlError("You haven't passed this server's screening yet, so you can only read.", 403)


def check_may_act(world: World, guild_id: str | None, user_id: str) -> None:
    """Refuse the taps of who can only read in a server (ControlError)."""
    check_screened(world, guild_id, user_id)
    guild = world.guilds.get(guild_id or "")
    if guild is not None and perms.is_timed_out(guild, user_id, world.clock.now()):
        raise ControlError("You're timed out, so you can only read.", 403)


def _homes(world: World, user_id: str) -> list[Guild]:
    return [guild for guild in world.guilds.values() if user_id in guild.members]


def delete_account(world: World, user_id: str) -> None:
    """Somebody is no more: a name without a person, in no server, whom no message reaches."""
    for guild in world.guilds.values():
        remove(world, guild, user_id)
    user = world.user(user_id)
    user.dms_open = False
    user.payload = {**user.payload, "username": f"deleted_user_{user_id}", "global_name": None}


def share_a_guild(world: World, one: str, other: str) -> bool:
    """Whether two users have a server in common."""
    return any(one in guild.members and other in guild.members for guild in world.guilds.values())
