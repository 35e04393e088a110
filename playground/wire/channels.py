"""Routes of channels, threads and thread members."""

from __future__ import annotations

from typing import Any

from playground import channels, messages, shapes, threads
from playground import permissions as perms
from playground.errors import DiscordError, missing_access
from playground.events import Event
from playground.payload import Json
from playground.records import Channel
from playground.wire.call import Call


def visible_channel(call: Call) -> Channel:
    """The channel of the path; raises 10003, or 50001 when the bot may not look into it."""
    channel = call.world.channel(call.params["channel"])
    if not call.world.sees(call.bot_id, channel):
        raise missing_access()
    return channel


def payload_for_bot(call: Call, channel: Channel) -> Json:
    if channel.is_dm:
        return channels.dm_payload(call.world, channel, call.bot_id)
    if channel.is_thread and call.bot_id in channel.thread_members:
        return {**channel.payload, "member": channel.thread_members[call.bot_id]}
    return channel.payload


async def get(call: Call) -> Json:
    return payload_for_bot(call, visible_channel(call))


async def edit(call: Call) -> Json:
    channel, body = visible_channel(call), await call.json()
    if channel.is_thread:
        threads.check_edit(call.world, call.bot_id, channel, body)
    else:
        call.world.require(call.bot_id, channel, perms.MANAGE_CHANNELS)
    return payload_for_bot(call, channels.edit(call.world, channel, body))


async def delete(call: Call) -> Json:
    channel = visible_channel(call)
    if channel.is_dm:
        return payload_for_bot(call, channel)
    needed = perms.MANAGE_THREADS if channel.is_thread else perms.MANAGE_CHANNELS
    call.world.require(call.bot_id, channel, needed)
    channels.delete(call.world, channel)
    return channel.payload


async def typing(call: Call) -> None:
    channel = visible_channel(call)
    data: Json = {
        "channel_id": channel.id,
        "user_id": call.bot_id,
        "timestamp": int(call.world.clock.now()),
    }
    if channel.guild_id:
        data["guild_id"] = channel.guild_id
        data["member"] = call.world.guilds[channel.guild_id].members[call.bot_id]
    call.world.emit(Event(name="TYPING_START", data=data, channel=channel.id, guild=channel.guild_id))


async def thread_without_message(call: Call) -> Json:
    parent, body = visible_channel(call), await call.json()
    kind = int(body.get("type") or 12)
    needed = perms.CREATE_PRIVATE_THREADS if kind == 12 else perms.CREATE_PUBLIC_THREADS
    call.world.require(call.bot_id, parent, needed)
    thread = threads.create(call.world, parent, call.bot_id, body)
    if kind == 11:
        _tell_parent(call, parent, thread)
    return payload_for_bot(call, thread)


def _tell_parent(call: Call, parent: Channel, thread: Channel) -> None:
    """A public thread shows in its channel as a system message of type 18."""
    reference = {"type": 0, "channel_id": thread.id, "guild_id": thread.guild_id}
    extra = {"content": thread.payload["name"], "message_reference": reference, "flags": 0}
    messages.create(call.world, parent, call.bot_id, {}, type=18, extra=extra, loading=True)


async def thread_on_message(call: Call) -> Json:
    parent = visible_channel(call)
    message = messages.get(call.world, parent.id, call.params["message"])
    call.world.require(call.bot_id, parent, perms.CREATE_PUBLIC_THREADS)
    thread = threads.create(call.world, parent, call.bot_id, await call.json(), message)
    flags = message.payload["flags"] | shapes.HAS_THREAD
    message.payload = {**message.payload, "flags": flags, "thread": thread.payload}
    messages.emit(call.world, parent, message, "MESSAGE_UPDATE")
    return payload_for_bot(call, thread)


def _thread(call: Call) -> Channel:
    channel = visible_channel(call)
    if not channel.is_thread:
        raise DiscordError(400, 50024, "Cannot execute action on this channel type")
    return channel


def _named_member(call: Call) -> str:
    user_id = call.params.get("user", "@me")
    return call.bot_id if user_id == "@me" else call.world.user(user_id).id


async def add_thread_member(call: Call) -> None:
    thread = _thread(call)
    threads.check_not_archived(thread)
    call.world.require(call.bot_id, thread, perms.SEND_MESSAGES_IN_THREADS)
    user_id = _named_member(call)
    call.world.member(thread.guild_id or "", user_id)
    threads.join(call.world, thread, user_id)


async def remove_thread_member(call: Call) -> None:
    thread, user_id = _thread(call), _named_member(call)
    threads.check_not_archived(thread)
    if user_id != call.bot_id and thread.payload["owner_id"] != call.bot_id:
        call.world.require(call.bot_id, thread, perms.MANAGE_THREADS)
    threads.leave(call.world, thread, user_id)


async def thread_members(call: Call) -> list[Any]:
    return list(_thread(call).thread_members.values())


async def thread_member(call: Call) -> Json:
    found = _thread(call).thread_members.get(_named_member(call))
    if found is None:
        raise DiscordError(404, 10007, "Unknown Member")
    return found


async def archived_threads(call: Call) -> Json:
    """Archived threads of a channel, of the kind that the path names."""
    parent = visible_channel(call)
    kind = 11 if call.request.path.endswith("/public") else 12
    found = [call.world.channels[id] for id in parent.threads]
    chosen = [
        one
        for one in found
        if one.type == kind
        and one.payload["thread_metadata"]["archived"]
        and call.world.sees(call.bot_id, one)
    ]
    return {"threads": [one.payload for one in chosen], "members": [], "has_more": False}
