"""Routes about the bot itself, its application, users and servers."""

from __future__ import annotations

from typing import Any

from playground import channels, messages, shapes
from playground import permissions as perms
from playground.defaults import KEEPER
from playground.errors import DiscordError, missing_permissions
from playground.payload import Json
from playground.wire.call import Call


async def current_user(call: Call) -> Json:
    return shapes.current_user(call.world.user(call.bot_id).payload)


async def user(call: Call) -> Json:
    return call.world.user(call.params["user"]).payload


async def application(call: Call) -> Json:
    world, app = call.world, call.application
    return shapes.application(app, world.user(app.bot_id).payload, KEEPER, len(world.guilds))


async def gateway(call: Call) -> Json:
    return {"url": gateway_url(call)}


async def gateway_bot(call: Call) -> Json:
    start = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
    return {"url": gateway_url(call), "shards": 1, "session_start_limit": start}


def gateway_url(call: Call) -> str:
    return call.world.files.base.replace("http", "ws", 1) + "/gateway"


async def open_dm(call: Call) -> Json:
    body = await call.json()
    recipient = call.world.user(str(body.get("recipient_id") or ""))
    if recipient.bot:
        raise DiscordError(403, 50007, "Cannot send messages to this user")
    channel = channels.open_dm(call.world, call.bot_id, recipient.id)
    return channels.dm_payload(call.world, channel, call.bot_id)


async def my_guilds(call: Call) -> list[Any]:
    world, bot = call.world, call.bot_id
    return [
        {
            **{name: guild.payload[name] for name in ("id", "name", "icon", "banner", "features")},
            "owner": guild.payload["owner_id"] == bot,
            "permissions": str(perms.in_guild(guild, bot)),
        }
        for guild in world.guilds.values()
        if bot in guild.members
    ]


async def guild(call: Call) -> Json:
    return shapes.guild_with_roles(call.world.guild(call.params["guild"]))


async def roles(call: Call) -> list[Any]:
    return list(call.world.guild(call.params["guild"]).roles.values())


async def member(call: Call) -> Json:
    return call.world.member(call.params["guild"], call.params["user"])


async def members(call: Call) -> list[Any]:
    """Only an application with the privileged intent may list members."""
    if not call.application.intents & (1 << 1):
        raise DiscordError(403, 50001, "Missing Access")
    after, limit = call.integer("after", 0) or 0, call.integer("limit", 1) or 1
    found = call.world.guild(call.params["guild"]).members
    return [one for id, one in sorted(found.items(), key=_by_id) if int(id) > after][:limit]


async def search_members(call: Call) -> list[Any]:
    query, limit = call.query.get("query", "").lower(), call.integer("limit", 1) or 1
    found = call.world.guild(call.params["guild"]).members.values()
    return [one for one in found if one["user"]["username"].lower().startswith(query)][:limit]


def _by_id(item: tuple[str, Json]) -> int:
    return int(item[0])


async def guild_channels(call: Call) -> list[Any]:
    found = call.world.channels_of(call.world.guild(call.params["guild"]).id)
    return [channel.payload for channel in found if not channel.is_thread]


async def create_channel(call: Call) -> Json:
    guild = call.world.guild(call.params["guild"])
    if not perms.in_guild(guild, call.bot_id) & perms.MANAGE_CHANNELS:
        raise missing_permissions()
    return channels.create_text(call.world, guild.id, await call.json()).payload


async def active_threads(call: Call) -> Json:
    world, bot = call.world, call.bot_id
    found = [
        channel
        for channel in world.channels_of(world.guild(call.params["guild"]).id)
        if channel.is_thread
        and not channel.payload["thread_metadata"]["archived"]
        and world.sees(bot, channel)
    ]
    mine = [one.thread_members[bot] for one in found if bot in one.thread_members]
    return {"threads": [one.payload for one in found], "members": mine, "has_more": False}


async def nothing(call: Call) -> list[Any]:
    """Lists that are always empty here: emojis, SKUs, entitlements, webhooks, stickers."""
    return []


async def no_items(call: Call) -> Json:
    return {"items": []}


async def add_reaction(call: Call) -> None:
    """Reactions are accepted and not kept; the message must be there."""
    messages.get(call.world, call.params["channel"], call.params["message"])
