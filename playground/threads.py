"""Threads: opened, joined, archived and woken."""

from __future__ import annotations

from playground import channels, shapes
from playground import permissions as perms
from playground.errors import (
    DiscordError,
    Form,
    missing_access,
    missing_permissions,
    thread_is_archived,
)
from playground.events import Event
from playground.payload import Json, moment_of
from playground.records import Channel, Message
from playground.world import World

AUTO_ARCHIVE = (60, 1440, 4320, 10080)


def check_edit(world: World, user_id: str, thread: Channel, body: Json) -> None:
    """Refuse a change of a thread that this user may not make."""
    metadata = thread.payload["thread_metadata"]
    if world.permissions(user_id, thread) & perms.MANAGE_THREADS:
        return
    if "locked" in body and body["locked"] != metadata["locked"]:
        raise missing_permissions()
    if metadata["archived"] and metadata["locked"]:
        raise thread_is_archived()
    waking = metadata["archived"] and body.get("archived") is False
    if not waking and metadata["archived"]:
        raise thread_is_archived()
    if not waking and thread.payload["owner_id"] != user_id:
        raise missing_permissions()


def create(
    world: World, parent: Channel, owner_id: str, body: Json, message: Message | None = None
) -> Channel:
    """Open a thread, on a message or without one, and let its owner join."""
    if parent.is_thread or parent.is_dm:
        raise DiscordError(400, 50024, "Cannot execute action on this channel type")
    if message is not None and message.id in world.channels:
        raise DiscordError(400, 160004, "A thread has already been created for this message")
    kind = 11 if message is not None else int(body.get("type") or 12)
    duration = int(body.get("auto_archive_duration") or 4320)
    _check_thread(body, kind, duration)
    id = message.id if message is not None else world.ids.next()
    payload = shapes.thread(id, parent, owner_id, body["name"], kind, world.now(), duration)
    payload["rate_limit_per_user"] = int(body.get("rate_limit_per_user") or 0)
    thread = channels.add(world, Channel(id, payload))
    parent.threads.add(id)
    _add_member(world, thread, owner_id)
    _tell_of(world, thread)
    return thread


def _check_thread(body: Json, kind: int, duration: int) -> None:
    form = Form()
    form.length(("name",), body.get("name"), 1, 100)
    form.choice(("type",), kind, (11, 12))
    form.choice(("auto_archive_duration",), duration, AUTO_ARCHIVE)
    form.refuse()


def _tell_of(world: World, thread: Channel) -> None:
    data = {**thread.payload, "newly_created": True}
    for user_id, member in thread.thread_members.items():
        if world.users[user_id].bot:
            data["member"] = member
    world.dispatch(thread, "THREAD_CREATE", data)


def join(world: World, thread: Channel, user_id: str) -> None:
    """Let somebody into a thread; nothing happens to a member."""
    if user_id in thread.thread_members:
        return
    if not world.permissions(user_id, thread) & perms.VIEW_CHANNEL:
        raise missing_access()
    member = _add_member(world, thread, user_id)
    _tell_members(world, thread, user_id, {"added_members": [_full_member(world, thread, member)]})
    if thread.type == 12 and not world.users[user_id].bot:
        world.emit(Event(name="THREAD_CREATE", data=thread.payload, user=user_id, bots=False))


def leave(world: World, thread: Channel, user_id: str) -> None:
    """Let somebody out of a thread; raises 10007 for one who is no member."""
    if thread.thread_members.pop(user_id, None) is None:
        raise DiscordError(404, 10007, "Unknown Member")
    thread.payload = {**thread.payload, "member_count": len(thread.thread_members)}
    _tell_members(world, thread, user_id, {"removed_member_ids": [user_id]})


def _add_member(world: World, thread: Channel, user_id: str) -> Json:
    member = shapes.thread_member(thread.id, user_id, world.now())
    thread.thread_members[user_id] = member
    thread.payload = {**thread.payload, "member_count": len(thread.thread_members)}
    return member


def _full_member(world: World, thread: Channel, member: Json) -> Json:
    guild = world.guilds[thread.guild_id or ""]
    return {**member, "member": guild.members[member["user_id"]], "presence": None}


def _tell_members(world: World, thread: Channel, user_id: str, change: Json) -> None:
    # Without the privileged intent an application hears only of its own coming and going.
    app = world.application_of(user_id)
    if app is None:
        return
    data = {
        "id": thread.id,
        "guild_id": thread.guild_id,
        "member_count": len(thread.thread_members),
        **change,
    }
    world.emit(
        Event(
            name="THREAD_MEMBERS_UPDATE", data=data, guild=thread.guild_id, application=app.id, people=False
        )
    )


def take_in_concerned(world: World, thread: Channel, message: Message) -> None:
    """A thread takes in who writes in it and who is mentioned in it."""
    called = [user["id"] for user in message.payload["mentions"]]
    for user_id in (message.payload["author"]["id"], *called):
        if user_id in world.guilds[thread.guild_id or ""].members and (
            world.permissions(user_id, thread) & perms.VIEW_CHANNEL
        ):
            join(world, thread, user_id)


def wake(world: World, thread: Channel) -> None:
    """Unarchive a thread that is written into."""
    if thread.is_thread and thread.payload["thread_metadata"]["archived"]:
        channels.edit(world, thread, {"archived": False})


def check_writable(world: World, channel: Channel, user_id: str) -> None:
    """Refuse to write into an archived thread which is locked (50083)."""
    metadata = channel.payload.get("thread_metadata") or {}
    shut = metadata.get("archived") and metadata["locked"]
    if shut and not world.permissions(user_id, channel) & perms.MANAGE_THREADS:
        raise thread_is_archived()


def check_not_archived(channel: Channel) -> None:
    """Refuse what cannot be done in an archived thread, editing above all (50083)."""
    if channel.is_thread and channel.payload["thread_metadata"]["archived"]:
        raise thread_is_archived()


def count_message(channel: Channel, change: int) -> None:
    """Keep a thread's counts of messages."""
    if channel.is_thread:
        payload = channel.payload
        counts = {"message_count": payload["message_count"] + change}
        if change > 0:
            counts["total_message_sent"] = payload["total_message_sent"] + change
        channel.payload = {**payload, **counts}


def archive_idle(world: World) -> None:
    """Archive the threads whose time without a message is over, as Discord does by itself."""
    for channel in list(world.channels.values()):
        if channel.is_thread and not channel.payload["thread_metadata"]["archived"]:
            metadata = channel.payload["thread_metadata"]
            idle = world.clock.now() - _last_activity(world, channel)
            if idle > metadata["auto_archive_duration"] * 60:
                channels.edit(world, channel, {"archived": True})


def _last_activity(world: World, thread: Channel) -> float:
    moments = [moment_of(thread.payload["thread_metadata"]["archive_timestamp"])]
    if thread.timeline:
        moments.append(moment_of(world.messages[str(thread.timeline[-1])].payload["timestamp"]))
    return max(moments)
