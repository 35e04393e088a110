"""A member's permissions in a channel, computed as Discord does.

The owner and administrators have all permissions. Anyone else has those of all roles together, changed by the
channel's overwrites in this order: @everyone, all roles of the member, the member. In each step, denied bits
are removed before allowed ones are added.
"""

from __future__ import annotations

from playground.model.payload import Json, moment_of
from playground.model.records import Channel, Guild

ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
ADD_REACTIONS = 1 << 6
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
SEND_TTS = 1 << 12
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
USE_EXTERNAL_EMOJIS = 1 << 18
CHANGE_NICKNAME = 1 << 26
MANAGE_ROLES = 1 << 28
MANAGE_WEBHOOKS = 1 << 29
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_EVENTS = 1 << 33
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
MODERATE_MEMBERS = 1 << 40
CREATE_EVENTS = 1 << 44
USE_EXTERNAL_APPS = 1 << 50
PIN_MESSAGES = 1 << 51
EVERYTHING = (1 << 53) - 1

EVERYONE = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | ADD_REACTIONS
    | USE_EXTERNAL_EMOJIS
    | CHANGE_NICKNAME
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
    | USE_EXTERNAL_APPS
)
DIRECT = PIN_MESSAGES | EVERYONE & ~(
    CREATE_PUBLIC_THREADS | CREATE_PRIVATE_THREADS | SEND_MESSAGES_IN_THREADS
)
# Permissions that a member without permission to send messages loses as well.
WITH_MESSAGES = SEND_TTS | EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE
IN_TIME_OUT = VIEW_CHANNEL | READ_MESSAGE_HISTORY


def in_guild(guild: Guild, user_id: str) -> int:
    """Return a member's permission bits by roles only; 0 for a user who isn't a member."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.payload["owner_id"] == user_id:
        return EVERYTHING
    bits = int(guild.roles[guild.id]["permissions"])
    for role_id in member["roles"]:
        if role := guild.roles.get(role_id):
            bits |= int(role["permissions"])
    return EVERYTHING if bits & ADMINISTRATOR else bits


def in_channel(guild: Guild, channel: Channel, user_id: str, now: float, in_thread: bool = False) -> int:
    """Return a member's permission bits in a channel, after overwrites and time-out.

    For a thread, pass its parent as `channel` and set `in_thread`. `now`, in epoch seconds, decides whether a
    time-out has ended.
    """
    bits = in_guild(guild, user_id)
    if bits & ADMINISTRATOR or user_id not in guild.members:
        return bits
    bits = _overwritten(bits, guild, channel, user_id)
    if is_timed_out(guild, user_id, now):
        bits &= IN_TIME_OUT
    if not bits & (SEND_MESSAGES_IN_THREADS if in_thread else SEND_MESSAGES):
        bits &= ~WITH_MESSAGES
    return bits if bits & VIEW_CHANNEL else 0


def is_timed_out(guild: Guild, user_id: str, now: float) -> bool:
    """Return whether a member is in a time-out; the owner and administrators never are."""
    member = guild.members.get(user_id) or {}
    until: str | None = member.get("communication_disabled_until")
    if until is None or moment_of(until) <= now:
        return False
    return not in_guild(guild, user_id) & ADMINISTRATOR


def _overwritten(bits: int, guild: Guild, channel: Channel, user_id: str) -> int:
    overwrites: list[Json] = channel.payload.get("permission_overwrites", [])
    roles = guild.members[user_id]["roles"]
    by_id = {overwrite["id"]: overwrite for overwrite in overwrites}
    bits = _apply(bits, [by_id[guild.id]] if guild.id in by_id else [])
    bits = _apply(bits, [by_id[role] for role in roles if role in by_id])
    return _apply(bits, [by_id[user_id]] if user_id in by_id else [])


def _apply(bits: int, overwrites: list[Json]) -> int:
    allow = deny = 0
    for overwrite in overwrites:
        allow |= int(overwrite.get("allow", 0))
        deny |= int(overwrite.get("deny", 0))
    return (bits & ~deny) | allow
