"""The first events of a new session: READY, then a GUILD_CREATE for each server."""

from __future__ import annotations

from collections.abc import Sequence

from playground.gateway.session import Session
from playground.model import shapes
from playground.model.events import Event
from playground.model.payload import Json
from playground.model.records import Application, Channel, Guild
from playground.model.world import World


def homes(world: World, session: Session) -> list[Guild]:
    """Return the bot's servers that belong to the session's shard."""
    bot_id = session.application.bot_id
    return [guild for guild in world.guilds.values() if bot_id in guild.members and session.carries(guild.id)]


def ready(world: World, session: Session, guilds: Sequence[Guild]) -> Json:
    """Return the data of READY for a session; the servers are listed as unavailable until GUILD_CREATE."""
    user = world.user(session.application.bot_id).payload
    return {
        "v": 10,
        "user_settings": {},
        "user": shapes.current_user(user),
        "session_type": "normal",
        "session_id": session.id,
        "resume_gateway_url": world.files.base.replace("http", "ws", 1) + "/gateway",
        "relationships": [],
        "private_channels": [],
        "presences": [],
        "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
        "guild_join_requests": [],
        "geo_ordered_rtc_regions": [],
        "auth": {},
        "application": {"id": session.application.id, "flags": 0},
        "shard": list(session.shard),
        "_trace": [],
    }


def guild_create(world: World, guild: Guild, bot_id: str) -> Json:
    """Return the data of GUILD_CREATE for a server, with the channels and threads as this bot sees them."""
    visible = [channel for channel in world.channels_of(guild.id) if world.sees(bot_id, channel)]
    return {
        **shapes.guild_with_roles(guild),
        "joined_at": guild.members[bot_id]["joined_at"],
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        # Without the presence intent, Discord lists no member other than the bot.
        "members": [guild.members[bot_id]],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "channels": [
            channel.payload if channel in visible else shapes.hide_channel(channel.payload)
            for channel in world.channels_of(guild.id)
            if not channel.is_thread
        ],
        "threads": [_thread(channel, bot_id) for channel in visible if _active(channel)],
    }


def introduce(world: World, guild: Guild, application: Application) -> None:
    """Emit GUILD_CREATE for a server that the bot just joined; unlike at login it has no `unavailable`."""
    data = guild_create(world, guild, application.bot_id)
    del data["unavailable"]
    world.emit(
        Event(name="GUILD_CREATE", data=data, guild=guild.id, application=application.id, people=False)
    )


def _active(channel: Channel) -> bool:
    return channel.is_thread and not channel.payload["thread_metadata"]["archived"]


def _thread(thread: Channel, bot_id: str) -> Json:
    mine = thread.thread_members.get(bot_id)
    return {**thread.payload, "member": mine} if mine else thread.payload
