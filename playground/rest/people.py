"""Routes about the bot, its application, users and servers."""

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
    """Return the bot's user: GET /users/@me."""
    return shapes.current_user(call.world.user(call.bot_id).payload)


async def user(call: Call) -> Json:
    """Return a user: GET /users/{user}."""
    return call.world.user(call.params["user"]).payload


async def application(call: Call) -> Json:
    """Return the bot's application: GET /applications/@me."""
    world, app = call.world, call.application
    return shapes.application(app, world.user(app.bot_id).payload, len(world.guilds))


async def edit_application(call: Call) -> Json:
    """Change who can install the application and where its interactions go; ignore other settings."""
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
        call.application.install_config = {name: params or {} for name, params in config.items()}
    return await application(call)


async def gateway(call: Call) -> Json:
    """Return the gateway's address: GET /gateway."""
    return {"url": gateway_url(call)}


async def gateway_bot(call: Call) -> Json:
    """Return the gateway's address, the shards needed for the bot's servers, and the limit of starts."""
    servers = sum(call.bot_id in guild.members for guild in call.world.guilds.values())
    limit = call.request.app[starts.STARTS].limit(call.application.id)
    shards = 1 + servers // starts.SERVERS_PER_SHARD
    return {"url": gateway_url(call), "shards": shards, "session_start_limit": limit}


def gateway_url(call: Call) -> str:
    """Return the WebSocket address of the gateway."""
    return call.world.files.base.replace("http", "ws", 1) + "/gateway"


async def open_dm(call: Call) -> Json:
    """Return the bot's DM with a user, created if there is none: POST /users/@me/channels."""
    body = await call.json()
    recipient = call.world.user(str(body.get("recipient_id") or ""))
    if recipient.bot:
        # Opening a DM is refused with 400, sending with 403 (report 1905 to Discord's documentation).
        raise DiscordError(400, 50007, "Cannot send messages to this user")
    direct.check_may_open(call.world, call.bot_id, recipient.id)
    if direct.is_new(call.world, call.bot_id, recipient.id) and call.world.beliefs.dm_openings_are_counted:
        call.request.app[LIMITS].take_dm_opening(call.bot_id)
    channel = channels.open_dm(call.world, call.bot_id, recipient.id)
    return channels.dm_payload(call.world, channel, call.bot_id)


async def my_guilds(call: Call) -> list[Any]:
    """Return a page of the bot's servers by rising id."""
    world, bot = call.world, call.bot_id
    after, before = call.integer("after", 0) or 0, call.integer("before")
    mine = sorted(
        (server for server in world.guilds.values() if bot in server.members), key=lambda one: int(one.id)
    )
    between = [
        server for server in mine if int(server.id) > after and (before is None or int(server.id) < before)
    ]
    limit = call.limit(200, 1, 200)
    chosen = between[-limit:] if before is not None else between[:limit]
    return [{**_my_guild(server, bot), **_counts(call, server)} for server in chosen]


def _my_guild(guild: Guild, bot: str) -> Json:
    return {
        **{name: guild.payload[name] for name in ("id", "name", "icon", "banner", "features")},
        "owner": guild.payload["owner_id"] == bot,
        "permissions": str(perms.in_guild(guild, bot)),
    }


def _counts(call: Call, guild: Guild) -> Json:
    """Return the number of members, all of them counted as present, if the query asks for it."""
    if call.query.get("with_counts", "").lower() not in ("1", "true"):
        return {}
    count = len(guild.members)
    return {"approximate_member_count": count, "approximate_presence_count": count}


async def guild(call: Call) -> Json:
    """Return a server with its roles: GET /guilds/{guild}."""
    found = call.home
    return {**shapes.guild_with_roles(found), **_counts(call, found)}


async def roles(call: Call) -> list[Any]:
    """Return a server's roles: GET /guilds/{guild}/roles."""
    return list(call.home.roles.values())


async def member(call: Call) -> Json:
    """Return a member of a server: GET /guilds/{guild}/members/{user}."""
    return call.world.member(call.home.id, call.params["user"])


async def members(call: Call) -> list[Any]:
    """Return a page of a server's members by rising id, or raise DiscordError 50001 without the intent."""
    if not call.application.intents & GUILD_MEMBERS:
        raise DiscordError(403, 50001, "Missing Access")
    after, limit = call.integer("after", 0) or 0, call.limit(1, 1, 1000)
    found = call.home.members
    return [entry for id, entry in sorted(found.items(), key=_by_id) if int(id) > after][:limit]


async def search_members(call: Call) -> list[Any]:
    """Return the members whose user name begins with the query."""
    query, limit = call.query.get("query", "").lower(), call.limit(1, 1, 1000)
    found = call.home.members.values()
    return [entry for entry in found if entry["user"]["username"].lower().startswith(query)][:limit]


def _by_id(item: tuple[str, Json]) -> int:
    return int(item[0])


async def guild_channels(call: Call) -> list[Any]:
    """Return the channels that the bot sees; since November 2026 Discord leaves out the others."""
    found = call.world.channels_of(call.home.id)
    seen = (channel for channel in found if not channel.is_thread and call.world.sees(call.bot_id, channel))
    return [channel.payload for channel in seen]


async def create_channel(call: Call) -> Json:
    """Create a channel in a server and return it: POST /guilds/{guild}/channels."""
    guild = call.home
    if not perms.in_guild(guild, call.bot_id) & perms.MANAGE_CHANNELS:
        raise missing_permissions()
    made = channels.create_text(call.world, guild.id, await call.json())
    call.status = 201
    return made.payload


async def active_threads(call: Call) -> Json:
    """Return the active threads of a server that the bot sees."""
    world, bot = call.world, call.bot_id
    found = [
        channel
        for channel in world.channels_of(call.home.id)
        if channel.is_thread
        and not channel.payload["thread_metadata"]["archived"]
        and world.sees(bot, channel)
    ]
    mine = [thread.thread_members[bot] for thread in found if bot in thread.thread_members]
    return {"threads": [thread.payload for thread in found], "members": mine, "has_more": False}


async def nothing_at_home(call: Call) -> list[Any]:
    """Return an empty list for what a server never has here: emojis, stickers."""
    _ = call.home
    return []


async def nothing(call: Call) -> list[Any]:
    """Return an empty list for what never exists here: SKUs, entitlements, sounds."""
    return []


async def no_items(call: Call) -> Json:
    """Return an empty list of the application's emojis."""
    return {"items": []}


async def guild_webhooks(call: Call) -> list[Any]:
    """Return an empty list, since no server has webhooks; raise DiscordError 50013 without permission."""
    if not perms.in_guild(call.home, call.bot_id) & perms.MANAGE_WEBHOOKS:
        raise missing_permissions()
    return []


async def channel_webhooks(call: Call) -> list[Any]:
    """Return an empty list, since no channel has webhooks; raise DiscordError 50013 without permission."""
    call.world.require(call.bot_id, visible_channel(call), perms.MANAGE_WEBHOOKS)
    return []


async def add_reaction(call: Call) -> None:
    """Accept a reaction to an existing message, without storing it."""
    _check_reaction(call, perms.ADD_REACTIONS)


async def remove_reaction(call: Call) -> None:
    """Accept that the bot removes its reaction from an existing message."""
    _check_reaction(call, 0)


def _check_reaction(call: Call, needed: int) -> None:
    channel = visible_channel(call)
    call.world.require(call.bot_id, channel, perms.READ_MESSAGE_HISTORY | needed)
    messages.get(call.world, channel.id, call.params["message"])
    threads.check_not_archived(channel)
