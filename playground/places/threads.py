"""Threads: opened, joined, archived and woken."""

from __future__ import annotations

from playground.model import permissions as perms
from playground.model import shapes
from playground.model.errors import (
    DiscordError,
    Form,
    missing_access,
    missing_permissions,
    thread_is_archived,
)
from playground.model.events import Event
from playground.model.payload import Json, moment_of
from playground.model.records import Channel, Message
from playground.model.world import World
from playground.places import channels, unread

AUTO_ARCHIVE = (60, 1440, 4320, 10080)
STARTER_MESSAGE = 21
PRIVATE = 12


def check_edit(world: World, user_id: str, thread: Channel, body: Json) -> None:
    """Refuse a change of a thread that this user may not make, or that no archived thread takes (50083)."""
    metadata = thread.payload["thread_metadata"]
    manages = world.permissions(user_id, thread) & perms.MANAGE_THREADS
    if not manages and _changes_what_moderators_do(thread, body):
        raise missing_permissions()
    waking = metadata["archived"] and body.get("archived") is False
    if metadata["archived"] and (not waking or (metadata["locked"] and not manages)):
        raise thread_is_archived()
    if not (manages or waking or thread.payload["owner_id"] == user_id):
        raise missing_permissions()
    form = Form()
    if body.get("auto_archive_duration") is not None:
        form.choice(("auto_archive_duration",), body["auto_archive_duration"], AUTO_ARCHIVE)
    form.refuse()


def _changes_what_moderators_do(thread: Channel, body: Json) -> bool:
    now = thread.payload | thread.payload["thread_metadata"]
    return any(name in body and body[name] != now[name] for name in ("locked", "rate_limit_per_user"))


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
    if thread.type == 12:
        _show(world, thread, user_id, {**thread.payload, "member": member})
    _tell_members(world, thread, user_id, {"added_members": [_full_member(world, thread, member)]})


def _show(world: World, thread: Channel, user_id: str, data: Json) -> None:
    """Who comes into a private thread is told what it is, for it was hidden until then."""
    app = world.application_of(user_id)
    event = Event(name="THREAD_CREATE", data=data, user=user_id, bots=False)
    if app is not None:
        event = Event(
            name="THREAD_CREATE", data=data, guild=thread.guild_id, application=app.id, people=False
        )
    world.emit(event)


def leave(world: World, thread: Channel, user_id: str) -> None:
    """Let somebody out of a thread; raises 10007 for one who is no member. A private one is out of sight."""
    if thread.thread_members.pop(user_id, None) is None:
        raise DiscordError(404, 10007, "Unknown Member")
    thread.payload = {**thread.payload, "member_count": len(thread.thread_members)}
    _tell_members(world, thread, user_id, {"removed_member_ids": [user_id]})
    if not (world.users[user_id].bot or world.sees(user_id, thread)):
        unread.read(world, user_id, thread.id)
        data = shapes.tombstone(thread)
        world.emit(Event(name="THREAD_DELETE", data=data, user=user_id, bots=False))


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
    _take_in(world, thread, [message.payload["author"]["id"], *_called(message)])


def take_in_called(world: World, thread: Channel, message: Message) -> None:
    """A thread takes in who is mentioned by a message that was changed, too, though nobody is notified."""
    _take_in(world, thread, _called(message))


def _called(message: Message) -> list[str]:
    return [user["id"] for user in message.payload["mentions"]]


def _take_in(world: World, thread: Channel, user_ids: list[str]) -> None:
    for user_id in user_ids:
        if user_id in world.guilds[thread.guild_id or ""].members and (
            world.permissions(user_id, thread) & perms.VIEW_CHANNEL
        ):
            join(world, thread, user_id)


def wake(world: World, thread: Channel) -> None:
    """Unarchive a thread that is written into."""
    if thread.is_thread and thread.payload["thread_metadata"]["archived"]:
        channels.edit(world, thread, {"archived": False})


def check_writable(world: World, channel: Channel, user_id: str) -> None:
    """Refuse to write into a locked thread: 50083 when it is archived as well, otherwise 160005."""
    metadata = channel.payload.get("thread_metadata") or {}
    if not metadata.get("locked") or world.permissions(user_id, channel) & perms.MANAGE_THREADS:
        return
    if metadata["archived"]:
        raise thread_is_archived()
    raise DiscordError(403, 160005, "Thread is locked")


def check_clearable(world: World, channel: Channel, user_id: str) -> None:
    """Refuse to delete messages of an archived thread which is locked (50083).

    Discord's documentation of threads: deleting is all that may happen in an archived one.
    """
    if channel.is_thread and channel.payload["thread_metadata"]["archived"]:
        check_writable(world, channel, user_id)


def check_not_archived(channel: Channel) -> None:
    """Refuse what cannot be done in an archived thread, editing above all (50083)."""
    if channel.is_thread and channel.payload["thread_metadata"]["archived"]:
        raise thread_is_archived()


def count_message(channel: Channel, message: Message, change: int) -> None:
    """Keep a thread's counts of messages; the one with which it begins does not count."""
    if channel.is_thread and message.payload["type"] != STARTER_MESSAGE:
        payload = channel.payload
        counts = {"message_count": payload["message_count"] + change}
        if change > 0:
            counts["total_message_sent"] = payload["total_message_sent"] + change
        channel.payload = {**payload, **counts}


async def archive_as_time_passes(world: World, seconds: float = 60.0) -> None:
    """Look for idle threads every so many seconds, for ever; what moves the clock on looks by itself."""
    while True:
        await world.clock.wait_until(world.clock.now() + seconds)
        archive_idle(world)


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
