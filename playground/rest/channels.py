"""Routes of channels, threads and thread members."""

from __future__ import annotations

from typing import Any

from playground.gateway.intents import GUILD_MEMBERS
from playground.model import permissions as perms
from playground.model import shapes
from playground.model.errors import DiscordError, form_error, missing_access
from playground.model.events import Event
from playground.model.payload import Json, moment_of
from playground.model.records import Channel
from playground.places import channels, direct, threads
from playground.posts import forums, messages, thread_notes
from playground.rest.call import Call


def visible_channel(call: Call) -> Channel:
    """Return the channel in the path; raise DiscordError 10003, or 50001 if the bot doesn't see it."""
    channel = call.world.channel(call.params["channel"])
    if not call.world.sees(call.bot_id, channel) or direct.is_stale(call.world, channel):
        raise missing_access()
    return channel


def payload_for_bot(call: Call, channel: Channel) -> Json:
    """Return a channel's payload: a DM with its recipient, a thread with the bot's membership."""
    if channel.is_dm:
        return channels.dm_payload(call.world, channel, call.bot_id)
    if channel.is_thread and call.bot_id in channel.thread_members:
        return {**channel.payload, "member": channel.thread_members[call.bot_id]}
    return channel.payload


async def get(call: Call) -> Json:
    """Return a channel: GET /channels/{channel}."""
    return payload_for_bot(call, visible_channel(call))


async def edit(call: Call) -> Json:
    """Change a channel or thread and return it: PATCH /channels/{channel}."""
    channel, body = visible_channel(call), await call.json()
    if channel.is_thread:
        threads.check_edit(call.world, call.bot_id, channel, body)
    else:
        needed = perms.MANAGE_ROLES if "permission_overwrites" in body else 0
        call.world.require(call.bot_id, channel, perms.MANAGE_CHANNELS | needed)
    return payload_for_bot(call, channels.edit(call.world, channel, body))


async def delete(call: Call) -> Json:
    """Delete a channel or thread and return it: DELETE /channels/{channel}. A DM stays."""
    channel = visible_channel(call)
    if channel.is_dm:
        return payload_for_bot(call, channel)
    needed = perms.MANAGE_THREADS if channel.is_thread else perms.MANAGE_CHANNELS
    call.world.require(call.bot_id, channel, needed)
    channels.delete(call.world, channel)
    return channel.payload


async def typing(call: Call) -> None:
    """Show the bot as typing: POST /channels/{channel}/typing."""
    channel = visible_channel(call)
    if not channel.is_dm:
        needed = perms.SEND_MESSAGES_IN_THREADS if channel.is_thread else perms.SEND_MESSAGES
        call.world.require(call.bot_id, channel, needed)
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
    """Create a thread, or in a forum a post, and return it: POST /channels/{channel}/threads."""
    parent = visible_channel(call)
    if parent.is_forum:
        return await _post(call, parent)
    body, _ = await call.form()
    kind = int(body.get("type") or 12)
    needed = perms.CREATE_PRIVATE_THREADS if kind == 12 else perms.CREATE_PUBLIC_THREADS
    call.world.require(call.bot_id, parent, needed)
    thread = threads.create(call.world, parent, call.bot_id, body)
    if kind == 11:
        _tell_parent(call, parent, thread)
    call.status = 201
    return payload_for_bot(call, thread)


async def _post(call: Call, forum: Channel) -> Json:
    """Create a post in a forum, with its first message."""
    body, uploads = await call.form()
    call.world.require(call.bot_id, forum, perms.SEND_MESSAGES | (perms.ATTACH_FILES if uploads else 0))
    if not isinstance(body.get("message"), dict):
        raise form_error(("message",), "BASE_TYPE_REQUIRED", "This field is required")
    first = forums.post(call.world, forum, call.bot_id, body, body["message"], uploads)
    call.status = 201
    post = payload_for_bot(call, call.world.channel(first.channel_id))
    return {**post, "message": messages.render_message(call.world, first)}


def _tell_parent(call: Call, parent: Channel, thread: Channel) -> None:
    """Announce a public thread in its channel, by a system message of type 18."""
    reference = {"type": 0, "channel_id": thread.id, "guild_id": thread.guild_id}
    extra = {"content": thread.payload["name"], "message_reference": reference, "flags": 0}
    messages.create(call.world, parent, call.bot_id, {}, type=18, extra=extra, loading=True)


async def thread_on_message(call: Call) -> Json:
    """Create a public thread and return it: POST /channels/{channel}/messages/{message}/threads."""
    parent = visible_channel(call)
    message = messages.get(call.world, parent.id, call.params["message"])
    call.world.require(call.bot_id, parent, perms.CREATE_PUBLIC_THREADS)
    thread = threads.create(call.world, parent, call.bot_id, await call.json(), message)
    thread_notes.note_start(call.world, thread, call.bot_id, message)
    flags = message.payload["flags"] | shapes.HAS_THREAD
    message.payload = {**message.payload, "flags": flags, "thread": thread.payload}
    messages.emit(call.world, parent, message, "MESSAGE_UPDATE")
    if parent.payload["last_message_id"] != message.id:
        _tell_parent(call, parent, thread)
    call.status = 201
    return payload_for_bot(call, thread)


def _thread(call: Call) -> Channel:
    channel = visible_channel(call)
    if not channel.is_thread:
        raise DiscordError(400, 50024, "Cannot execute action on this channel type")
    return channel


def _find_member_id(call: Call) -> str:
    user_id = call.params.get("user", "@me")
    return call.bot_id if user_id == "@me" else call.world.user(user_id).id


async def add_thread_member(call: Call) -> None:
    """Add a user to a thread: PUT /channels/{channel}/thread-members/{user}. Raises 50083 if archived."""
    thread = _thread(call)
    threads.check_not_archived(thread)
    user_id = _find_member_id(call)
    if user_id != call.bot_id:
        call.world.require(call.bot_id, thread, perms.SEND_MESSAGES_IN_THREADS)
    call.world.member(thread.guild_id or "", user_id)
    is_new = user_id not in thread.thread_members
    threads.join(call.world, thread, user_id)
    if is_new and user_id != call.bot_id:
        thread_notes.note_addition(call.world, thread, call.bot_id, user_id)


async def remove_thread_member(call: Call) -> None:
    """Remove a thread member: DELETE /channels/{channel}/thread-members/{user}. Raises 50083 if archived."""
    thread, user_id = _thread(call), _find_member_id(call)
    threads.check_not_archived(thread)
    owns = thread.type == 12 and thread.payload["owner_id"] == call.bot_id
    if user_id != call.bot_id and not owns:
        call.world.require(call.bot_id, thread, perms.MANAGE_THREADS)
    threads.leave(call.world, thread, user_id)
    if user_id != call.bot_id:
        thread_notes.note_removal(call.world, thread, call.bot_id, user_id)


async def thread_members(call: Call) -> list[Any]:
    """Return a page of a thread's members by rising user id; needs the privileged intent."""
    thread, after = _thread(call), call.integer("after", 0) or 0
    if not call.application.intents & GUILD_MEMBERS:
        raise missing_access()
    limit = call.limit(100, 1, 100)
    found = sorted(
        (int(user_id), member) for user_id, member in thread.thread_members.items() if int(user_id) > after
    )
    return [_with_member(call, thread, member) for _, member in found[:limit]]


def _with_member(call: Call, thread: Channel, found: Json) -> Json:
    """Add the server's member object if the query asks for it."""
    if call.query.get("with_member", "").lower() not in ("1", "true"):
        return found
    return {**found, "member": call.world.member(thread.guild_id or "", found["user_id"])}


async def thread_member(call: Call) -> Json:
    """Return a thread's member, or raise DiscordError 10007."""
    thread = _thread(call)
    found = thread.thread_members.get(_find_member_id(call))
    if found is None:
        raise DiscordError(404, 10007, "Unknown Member")
    return _with_member(call, thread, found)


async def list_archived_threads(call: Call) -> Json:
    """Return a page of a channel's archived threads, public or private as the path says."""
    parent = visible_channel(call)
    kind = 11 if call.request.path.endswith("/public") else 12
    needed = perms.READ_MESSAGE_HISTORY | (perms.MANAGE_THREADS if kind == 12 else 0)
    call.world.require(call.bot_id, parent, needed)
    archived = [thread for thread in _list_archived(call, parent) if thread.type == kind]
    limit = call.limit(50, 2, 100)
    chosen = archived[:limit]
    mine = [thread.thread_members[call.bot_id] for thread in chosen if call.bot_id in thread.thread_members]
    return {
        "threads": [thread.payload for thread in chosen],
        "members": mine,
        "has_more": len(archived) > limit,
    }


def _list_archived(call: Call, parent: Channel) -> list[Channel]:
    """Return a channel's archived threads that the bot sees, last archived first."""
    before = _moment(call, "before")
    found = [
        (_get_archive_time(thread), thread)
        for id in parent.threads
        if _is_archived(thread := call.world.channels[id])
    ]
    found.sort(key=lambda pair: pair[0], reverse=True)
    return [
        thread
        for at, thread in found
        if (before is None or at < before) and call.world.sees(call.bot_id, thread)
    ]


def _is_archived(thread: Channel) -> bool:
    return bool(thread.payload["thread_metadata"]["archived"])


def _get_archive_time(thread: Channel) -> float:
    return moment_of(thread.payload["thread_metadata"]["archive_timestamp"])


def _moment(call: Call, name: str) -> float | None:
    """Return a time of the query in epoch seconds, or raise DiscordError 50035."""
    text = call.query.get(name)
    try:
        return moment_of(text) if text else None
    except ValueError as error:
        told = f'Could not parse "{text}" as ISO8601 timestamp.'
        raise form_error((name,), "DATE_TIME_TYPE_PARSE", told) from error
