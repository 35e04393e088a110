"""The schemas that fit each part of a gateway event.

The OpenAPI description covers the HTTP API alone. Events carry the same objects (Discord's documentation of
the gateway), some of them without what a bot already knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PARTS: dict[str, dict[str, str]] = {
    "READY": {"user": "UserPIIResponse"},
    "GUILD_CREATE": {
        "": "GuildResponse",
        "channels/*": "GuildChannelResponse",
        "threads/*": "ThreadResponse",
        "members/*": "GuildMemberResponse",
    },
    "GUILD_UPDATE": {"": "GuildResponse"},
    "GUILD_DELETE": {"id": "SnowflakeType"},
    "GUILD_ROLE_CREATE": {"guild_id": "SnowflakeType", "role": "GuildRoleResponse"},
    "GUILD_MEMBER_ADD": {"": "GuildMemberResponse"},
    "GUILD_MEMBER_UPDATE": {"": "GuildMemberResponse"},
    "GUILD_MEMBER_REMOVE": {"user": "UserResponse"},
    "GUILD_MEMBERS_CHUNK": {"members/*": "GuildMemberResponse"},
    "CHANNEL_CREATE": {"": "GuildChannelResponse|PrivateChannelResponse"},
    "CHANNEL_UPDATE": {"": "GuildChannelResponse|PrivateChannelResponse"},
    "CHANNEL_DELETE": {"": "GuildChannelResponse|PrivateChannelResponse"},
    "CHANNEL_PINS_UPDATE": {"channel_id": "SnowflakeType"},
    "THREAD_CREATE": {"": "ThreadResponse"},
    "THREAD_UPDATE": {"": "ThreadResponse"},
    "THREAD_DELETE": {"id": "SnowflakeType", "parent_id": "SnowflakeType"},
    "THREAD_LIST_SYNC": {
        "guild_id": "SnowflakeType",
        "channel_ids/*": "SnowflakeType",
        "threads/*": "ThreadResponse",
        "members/*": "ThreadMemberResponse",
    },
    "THREAD_MEMBERS_UPDATE": {
        "added_members/*": "ThreadMemberResponse",
        "removed_member_ids/*": "SnowflakeType",
    },
    "MESSAGE_CREATE": {"": "MessageResponse"},
    "MESSAGE_UPDATE": {"": "MessageResponse"},
    "MESSAGE_DELETE": {"id": "SnowflakeType", "channel_id": "SnowflakeType"},
    "MESSAGE_DELETE_BULK": {
        "ids/*": "SnowflakeType",
        "channel_id": "SnowflakeType",
        "guild_id": "SnowflakeType",
    },
    "MESSAGE_REACTION_ADD": {"message_id": "SnowflakeType", "member": "GuildMemberResponse"},
    "TYPING_START": {"member": "GuildMemberResponse"},
    "INTERACTION_CREATE": {
        "id": "SnowflakeType",
        "token": "",
        "user": "UserResponse",
        "member/user": "UserResponse",
        "message": "MessageResponse",
        "data/resolved/users/*": "UserResponse",
        "data/resolved/attachments/*": "MessageAttachmentResponse",
        "data/resolved/messages/*": "MessageResponse",
        "data/resolved/roles/*": "GuildRoleResponse",
    },
    "RESUMED": {},
}
"""Event → place in its data → names of the schemas that fit.

The place “” is the whole event; “*” is every item of a list or every value of an object. An event that's
missing here is a fault.
"""


def parts(event: str, data: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield (place, schema names, value) for everything that can be checked in an event."""
    for place, names in PARTS[event].items():
        if names:
            for value in _values(data, place.split("/") if place else []):
                yield place, names, value


def _values(data: Any, steps: list[str]) -> Iterator[Any]:
    if not steps:
        yield data
    elif steps[0] == "*":
        for item in data.values() if isinstance(data, dict) else data:
            yield from _values(item, steps[1:])
    elif isinstance(data, dict) and data.get(steps[0]) is not None:
        yield from _values(data[steps[0]], steps[1:])
