"""The members of servers: people and bots come and go, and people delete their accounts."""

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
    """Remove a member from a server and its threads, and tell the others and the member."""
    with sight.tell_changes(world, guild, _places(world, guild)):
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
    """Add a user to a server; a bot gets back its role. `Gateway.introduce` tells the bot."""
    user = world.user(user_id)
    roles = [role["id"] for role in guild.roles.values() if (role.get("tags") or {}).get("bot_id") == user_id]
    is_new = user_id not in guild.members
    # `Gateway.introduce` sends a bot all channels at once.
    with nullcontext() if user.bot else sight.tell_changes(world, guild, _places(world, guild)):
        guild.members[user_id] = shapes.member(user.payload, world.now(), roles)
    if is_new:
        _tell(world, guild, "GUILD_MEMBER_ADD", guild.members[user_id])


def set_roles(world: World, guild: Guild, user_id: str, roles: list[str]) -> None:
    """Replace a member's roles, by id; raise DiscordError 10007 or 10011 for an unknown member or role.

    The member is told about channels that they gain or lose by that.
    """
    member = world.member(guild.id, user_id)
    for role_id in roles:
        if role_id not in guild.roles:
            raise unknown("Role", 10011)
    with sight.tell_changes(world, guild, _places(world, guild), unveiled=True):
        guild.members[user_id] = {**member, "roles": roles}
        _tell(world, guild, "GUILD_MEMBER_UPDATE", guild.members[user_id])


def _places(world: World, guild: Guild) -> list[Channel]:
    """Return the channels of a server without the threads."""
    return [channel for channel in world.channels_of(guild.id) if not channel.is_thread]


def _tell(world: World, guild: Guild, name: str, data: Json) -> None:
    world.emit(Event(name=name, data={"guild_id": guild.id, **data}, guild=guild.id))


def time_out(world: World, guild: Guild, user_id: str, seconds: float) -> None:
    """Time out a member for `seconds`, so that they can only read; 0 ends the timeout."""
    until = timestamp(world.clock.now() + seconds) if seconds > 0 else None
    member = world.member(guild.id, user_id)
    guild.members[user_id] = {**member, "communication_disabled_until": until}
    _tell(world, guild, "GUILD_MEMBER_UPDATE", guild.members[user_id])


def rename(world: World, user_id: str, name: str) -> None:
    """Change a user's display name and tell all their servers; "" leaves only the username."""
    user = world.user(user_id)
    user.payload = {**user.payload, "global_name": name or None}
    for guild in _homes(world, user_id):
        guild.members[user_id] = {**guild.members[user_id], "user": user.payload}
        _tell(world, guild, "GUILD_MEMBER_UPDATE", guild.members[user_id])


def time_out_everywhere(world: World, user_id: str, on: bool) -> None:
    """Time out a person in all their servers for as long as Discord allows, or end that."""
    for guild in _homes(world, user_id):
        time_out(world, guild, user_id, LONGEST_TIME_OUT if on else 0)


def screen_everywhere(world: World, user_id: str, on: bool) -> None:
    """Set whether a person has yet to pass the screening of all their servers."""
    for guild in _homes(world, user_id):
        guild.members[user_id] = {**guild.members[user_id], "pending": on}
        _tell(world, guild, "GUILD_MEMBER_UPDATE", guild.members[user_id])


def check_screened(world: World, guild_id: str | None, user_id: str) -> None:
    """Raise ControlError if a person hasn't passed the server's screening; without a server it passes."""
    guild = world.guilds.get(guild_id or "")
    if guild is not None and guild.members[user_id]["pending"]:
        raise ControlError("You haven't passed this server's screening yet, so you can only read.", 403)


def check_may_act(world: World, guild_id: str | None, user_id: str) -> None:
    """Raise ControlError if a person may only read, since they aren't screened or are timed out."""
    check_screened(world, guild_id, user_id)
    guild = world.guilds.get(guild_id or "")
    if guild is not None and perms.is_timed_out(guild, user_id, world.clock.now()):
        raise ControlError("You're timed out, so you can only read.", 403)


def _homes(world: World, user_id: str) -> list[Guild]:
    return [guild for guild in world.guilds.values() if user_id in guild.members]


def delete_account(world: World, user_id: str) -> None:
    """Delete a person's account: the name changes, they leave all servers, and they can't be messaged."""
    for guild in world.guilds.values():
        remove(world, guild, user_id)
    user = world.user(user_id)
    user.dms_open = False
    user.payload = {**user.payload, "username": f"deleted_user_{user_id}", "global_name": None}


def share_a_guild(world: World, one: str, other: str) -> bool:
    """Return whether two users have a server in common."""
    return any(one in guild.members and other in guild.members for guild in world.guilds.values())
