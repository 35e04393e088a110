"""Routes about the bot itself, its application, users and servers."""

from __future__ import annotations

from typing import Any

from playground.gateway import starts
from playground.gateway.intents import GUILD_MEMBERS
from playground.model import permissions as perms
from playground.model import shapes
from playground.model.errors import DiscordError, Form, missing_permissions
from playground.model.payload import Json
from playground.model.records import Guild
from playground.places import channels, direct, threads
from playground.posts import messages
from playground.rest import endpoints
from playground.rest.call import LIMITS, Call
from playground.rest.channels import visible_channel


async def current_user(call: Call) -> Json:
    return shapes.current_user(call.world.user(call.bot_id).payload)


async def user(call: Call) -> Json:
    return call.world.user(call.params["user"]).payload


async def application(call: Call) -> Json:
    world, app = call.world, call.application
    return shapes.application(app, world.user(app.bot_id).payload, len(world.guilds))


async def edit_application(call: Call) -> Json:
    """Change by whom an application can be installed, and where its interactions go; the other settings are
    taken and not kept."""
    body = await call.json()
    if endpoints.FIELD in body:
        url = body[endpoints.FIELD]
        await call.request.app[endpoints.ENDPOINTS].set(call.application, [str(url)] if url else [])
    config = body.get("integration_types_config")
    if config is not None:
        form = Form()
        for name in config or ("",):
            form.choice(("integration_types_config", name), name, ("0", "1"))
        form.refuse()
        call.application.install_config = {name: one or {} for name, one in config.items()}
    return await application(call)


async def gateway(call: Call) -> Json:
    return {"url": gateway_url(call)}


async def gateway_bot(call: Call) -> Json:
    """Where and how often a bot may connect, with as many shards as its servers need."""
    servers = sum(call.bot_id in guild.members for guild in call.world.guilds.values())
    limit = call.request.app[starts.STARTS].limit(call.application.id)
    shards = 1 + servers // starts.SERVERS_PER_SHARD
    return {"url": gateway_url(call), "shards": shards, "session_start_limit": limit}


def gateway_url(call: Call) -> str:
    return call.world.files.base.replace("http", "ws", 1) + "/gateway"


async def open_dm(call: Call) -> Json:
    body = await call.json()
    recipient = call.world.user(str(body.get("recipient_id") or ""))
    if recipient.bot:
        # Opening is refused with 400, sending with 403 (report 1905 to Discord's documentation).
        raise DiscordError(400, 50007, "Cannot send messages to this user")
    direct.check_may_open(call.world, call.bot_id, recipient.id)
    if direct.is_new(call.world, call.bot_id, recipient.id) and call.world.beliefs.dm_openings_are_counted:
        call.request.app[LIMITS].take_dm_opening(call.bot_id)
    channel = channels.open_dm(call.world, call.bot_id, recipient.id)
    return channels.dm_payload(call.world, channel, call.bot_id)


async def my_guilds(call: Call) -> list[Any]:
    world, bot = call.world, call.bot_id
    after, before = call.integer("after", 0) or 0, call.integer("before")
    mine = sorted((one for one in world.guilds.values() if bot in one.members), key=lambda one: int(one.id))
    between = [one for one in mine if int(one.id) > after and (before is None or int(one.id) < before)]
    limit = call.limit(200, 1, 200)
    chosen = between[-limit:] if before is not None else between[:limit]
    return [{**_my_guild(one, bot), **_counts(call, one)} for one in chosen]


def _my_guild(guild: Guild, bot: str) -> Json:
    return {
        **{name: guild.payload[name] for name in ("id", "name", "icon", "banner", "features")},
        "owner": guild.payload["owner_id"] == bot,
        "permissions": str(perms.in_guild(guild, bot)),
    }


def _counts(call: Call, guild: Guild) -> Json:
    """How many members there are, and how many of them are there now, for those who ask for it."""
    if call.query.get("with_counts", "").lower() not in ("1", "true"):
        return {}
    count = len(guild.members)
    return {"approximate_member_count": count, "approximate_presence_count": count}


async def guild(call: Call) -> Json:
    found = call.home
    return {**shapes.guild_with_roles(found), **_counts(call, found)}


async def roles(call: Call) -> list[Any]:
    return list(call.home.roles.values())


async def member(call: Call) -> Json:
    return call.world.member(call.home.id, call.params["user"])


async def members(call: Call) -> list[Any]:
    """Only an application with the privileged intent may list members."""
    if not call.application.intents & GUILD_MEMBERS:
        raise DiscordError(403, 50001, "Missing Access")
    after, limit = call.integer("after", 0) or 0, call.limit(1, 1, 1000)
    found = call.home.members
    return [one for id, one in sorted(found.items(), key=_by_id) if int(id) > after][:limit]


async def search_members(call: Call) -> list[Any]:
    query, limit = call.query.get("query", "").lower(), call.limit(1, 1, 1000)
    found = call.home.members.values()
    return [one for one in found if one["user"]["username"].lower().startswith(query)][:limit]


def _by_id(item: tuple[str, Json]) -> int:
    return int(item[0])


async def guild_channels(call: Call) -> list[Any]:
    """The channels that the bot sees; since November 2026 Discord leaves the others out."""
    found = call.world.channels_of(call.home.id)
    seen = (one for one in found if not one.is_thread and call.world.sees(call.bot_id, one))
    return [channel.payload for channel in seen]


async def create_channel(call: Call) -> Json:
    guild = call.home
    if not perms.in_guild(guild, call.bot_id) & perms.MANAGE_CHANNELS:
        raise missing_permissions()
    made = channels.create_text(call.world, guild.id, await call.json())
    call.status = 201
    return made.payload


async def active_threads(call: Call) -> Json:
    world, bot = call.world, call.bot_id
    found = [
        channel
        for channel in world.channels_of(call.home.id)
        if channel.is_thread
        and not channel.payload["thread_metadata"]["archived"]
        and world.sees(bot, channel)
    ]
    mine = [one.thread_members[bot] for one in found if bot in one.thread_members]
    return {"threads": [one.payload for one in found], "members": mine, "has_more": False}


async def nothing_at_home(call: Call) -> list[Any]:
    """Lists of a server that are always empty here: emojis, stickers."""
    _ = call.home
    return []


async def nothing(call: Call) -> list[Any]:
    """Lists that are always empty here: SKUs, entitlements, sounds."""
    return []


async def no_items(call: Call) -> Json:
    return {"items": []}


async def guild_webhooks(call: Call) -> list[Any]:
    """Nobody has made any; a bot needs leave to look."""
    if not perms.in_guild(call.home, call.bot_id) & perms.MANAGE_WEBHOOKS:
        raise missing_permissions()
    return []


async def channel_webhooks(call: Call) -> list[Any]:
    """Nobody has made any; a bot needs leave to look."""
    call.world.require(call.bot_id, visible_channel(call), perms.MANAGE_WEBHOOKS)
    return []


async def add_reaction(call: Call) -> None:
    """Reactions are accepted and not kept; the message must be there."""
    _reacted_to(call, perms.ADD_REACTIONS)


async def remove_reaction(call: Call) -> None:
    """A bot takes its own reaction away; the message must be there."""
    _reacted_to(call, 0)


def _reacted_to(call: Call, needed: int) -> None:
    channel = visible_channel(call)
    call.world.require(call.bot_id, channel, perms.READ_MESSAGE_HISTORY | needed)
    messages.get(call.world, channel.id, call.params["message"])
    threads.check_not_archived(channel)
