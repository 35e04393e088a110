"""Threads: opening, joining, archiving and waking them."""

from __future__ import annotations

from playground.model import permissions as perms
from playground.model import shapes
from playground.model.errors import (
    ControlError,
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
from playground.places import channels, unread_marks

AUTO_ARCHIVE = (60, 1440, 4320, 10080)
STARTER_MESSAGE = 21
PRIVATE = 12
CROWDED = 0.9
"""The share of the maximum number of active threads from which on threads archive early."""
EARLY_SECONDS = 3600.0
"""The idle time in seconds after which threads archive early."""


def check_edit(world: World, user_id: str, thread: Channel, body: Json) -> None:
    """Check that a user may make this change to a thread.

    Raises:
        DiscordError: 50083 for a change that an archived thread doesn't allow, 160006 if there's no room to
            wake it, 50013 without permission, 50035 for a wrong archive duration.
    """
    metadata = thread.payload["thread_metadata"]
    manages = world.permissions(user_id, thread) & perms.MANAGE_THREADS
    if not manages and _changes_what_moderators_do(thread, body):
        raise missing_permissions()
    waking = metadata["archived"] and body.get("archived") is False
    if metadata["archived"] and (not waking or (metadata["locked"] and not manages)):
        raise thread_is_archived()
    if waking:
        check_room(world, thread.guild_id)
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
    """Open a thread, on a message or without one, and let its owner join.

    In a forum it's a post, whose first message has the thread's id (see `messages.create`).

    Raises:
        DiscordError: 50024 in a thread or DM, 160004 if the message has a thread, 160006 if the server has no
            room, and 50035 for wrong fields.
    """
    if parent.is_thread or parent.is_dm:
        raise DiscordError(400, 50024, "Cannot execute action on this channel type")
    if message is not None and message.id in world.channels:
        raise DiscordError(400, 160004, "A thread has already been created for this message")
    check_room(world, parent.guild_id)
    kind = 11 if message is not None or parent.is_forum else int(body.get("type") or 12)
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
    """Add a user to a thread, unless they're a member; raise DiscordError 50001 if they don't see it."""
    if user_id in thread.thread_members:
        return
    if not world.permissions(user_id, thread) & perms.VIEW_CHANNEL:
        raise missing_access()
    member = _add_member(world, thread, user_id)
    if thread.type == 12:
        _show(world, thread, user_id, {**thread.payload, "member": member})
    _tell_members(world, thread, user_id, {"added_members": [_full_member(world, thread, member)]})


def _show(world: World, thread: Channel, user_id: str, data: Json) -> None:
    """Tell a new member about a private thread, which was hidden from them until now."""
    app = world.application_of(user_id)
    event = Event(name="THREAD_CREATE", data=data, user=user_id, bots=False)
    if app is not None:
        event = Event(
            name="THREAD_CREATE", data=data, guild=thread.guild_id, application=app.id, people=False
        )
    world.emit(event)


def leave(world: World, thread: Channel, user_id: str) -> None:
    """Remove a thread's member, and hide a private thread from the person, or raise DiscordError 10007."""
    if thread.thread_members.pop(user_id, None) is None:
        raise DiscordError(404, 10007, "Unknown Member")
    thread.payload = {**thread.payload, "member_count": len(thread.thread_members)}
    _tell_members(world, thread, user_id, {"removed_member_ids": [user_id]})
    if not (world.users[user_id].bot or world.sees(user_id, thread)):
        unread_marks.read(world, user_id, thread.id)
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
    # Without the privileged intent an application is told only when its own bot joins or leaves.
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
    """Add the author of a new message and the users it mentions to a thread."""
    _take_in(world, thread, [message.payload["author"]["id"], *_list_mentioned(message)])


def take_in_called(world: World, thread: Channel, message: Message) -> None:
    """Add the users mentioned in an edited message to a thread, though an edit sends no notification."""
    _take_in(world, thread, _list_mentioned(message))


def _list_mentioned(message: Message) -> list[str]:
    return [user["id"] for user in message.payload["mentions"]]


def _take_in(world: World, thread: Channel, user_ids: list[str]) -> None:
    for user_id in user_ids:
        if user_id in world.guilds[thread.guild_id or ""].members and (
            world.permissions(user_id, thread) & perms.VIEW_CHANNEL
        ):
            join(world, thread, user_id)


def check_room(world: World, guild_id: str | None) -> None:
    """Raise DiscordError 160006 if a server has as many active threads as Discord allows."""
    full = len(_active(world, guild_id)) >= world.beliefs.most_active_threads
    if full or world.conditions.holds("thread_cap", guild_id or ""):
        raise DiscordError(400, 160006, "Maximum number of active threads reached")


def _active(world: World, guild_id: str | None) -> list[Channel]:
    channels_ = world.channels_of(guild_id or "")
    return [channel for channel in channels_ if channel.is_thread and not is_archived(channel)]


def is_archived(channel: Channel) -> bool:
    """Return whether a channel is an archived thread."""
    return channel.is_thread and bool(channel.payload["thread_metadata"]["archived"])


def check_tap(world: World, channel: Channel, user_id: str) -> None:
    """Check that a person's client would send a tap from here, and wake an archived thread as it does.

    Raises:
        ControlError: If the thread is locked, or the person can't wake it.
        DiscordError: 160006 if the server has no room for another active thread.
    """
    beliefs, may = world.beliefs, world.permissions(user_id, channel)
    if not channel.is_thread or may & perms.MANAGE_THREADS:
        return
    if channel.payload["thread_metadata"]["locked"] and beliefs.taps_in_locked_threads_are_lost:
        raise ControlError("This thread is locked, so its buttons don't work.", 403)
    if is_archived(channel) and beliefs.taps_wake_threads:
        if not may & perms.SEND_MESSAGES_IN_THREADS:
            raise ControlError("This thread is archived, and you can't open it again.", 403)
        check_room(world, channel.guild_id)
        wake(world, channel)


def wake(world: World, thread: Channel) -> None:
    """Unarchive a thread in which someone writes."""
    if is_archived(thread):
        channels.edit(world, thread, {"archived": False})


def check_writable(world: World, channel: Channel, user_id: str) -> None:
    """Raise DiscordError for writing into a locked thread: 50083 if it's archived, too, or else 160005."""
    metadata = channel.payload.get("thread_metadata") or {}
    if not metadata.get("locked") or world.permissions(user_id, channel) & perms.MANAGE_THREADS:
        return
    if metadata["archived"]:
        raise thread_is_archived()
    raise DiscordError(403, 160005, "Thread is locked")


def check_room_to_wake(world: World, channel: Channel) -> None:
    """Raise DiscordError 160006 if writing here would wake a thread and the server has no room for it."""
    if is_archived(channel):
        check_room(world, channel.guild_id)


def check_clearable(world: World, channel: Channel, user_id: str) -> None:
    """Raise DiscordError 50083 if a user may not delete messages here: the thread is archived and locked.

    Discord's documentation of threads: deleting is the only change allowed in an archived thread.
    """
    if is_archived(channel) and channel.payload["thread_metadata"]["locked"]:
        check_writable(world, channel, user_id)


def check_not_archived(channel: Channel) -> None:
    """Raise DiscordError 50083 in an archived thread, where above all messages can't be edited."""
    if is_archived(channel):
        raise thread_is_archived()


def count_message(channel: Channel, message: Message, change: int) -> None:
    """Add `change` to a thread's count of messages; the one with which it begins doesn't count."""
    if channel.is_thread and message.payload["type"] != STARTER_MESSAGE and message.id != channel.id:
        payload = channel.payload
        counts = {"message_count": payload["message_count"] + change}
        if change > 0:
            counts["total_message_sent"] = payload["total_message_sent"] + change
        channel.payload = {**payload, **counts}


async def archive_as_time_passes(world: World, seconds: float = 60.0) -> None:
    """Archive idle threads every `seconds` seconds, forever; code that moves the clock does so itself."""
    while True:
        await world.clock.wait_until(world.clock.now() + seconds)
        archive_idle(world)


def archive_idle(world: World) -> None:
    """Archive the threads that have had no message for their set time, as Discord does automatically."""
    for guild_id in world.guilds:
        active = _active(world, guild_id)
        crowded = len(active) >= CROWDED * world.beliefs.most_active_threads
        early = crowded and world.beliefs.crowded_threads_archive_early
        for thread in active:
            idle = world.clock.now() - _last_activity(world, thread)
            longest = float(thread.payload["thread_metadata"]["auto_archive_duration"] * 60)
            if idle > (min(longest, EARLY_SECONDS) if early else longest):
                channels.edit(world, thread, {"archived": True})


def _last_activity(world: World, thread: Channel) -> float:
    moments = [moment_of(thread.payload["thread_metadata"]["archive_timestamp"])]
    if thread.timeline:
        moments.append(moment_of(world.messages[str(thread.timeline[-1])].payload["timestamp"]))
    return max(moments)
