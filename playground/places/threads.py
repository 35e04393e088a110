"""Threads: opened, joined, archived and woken."""

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
from playground.places import channels, unread

AUTO_ARCHIVE = (60, 1440, 4320, 10080)
STARTER_MESSAGE = 21
CROWDED = 0.9
"""The share of the most active threads from which on they archive early."""
EARLY_SECONDS = 3600.0


def check_edit(world: World, user_id: str, thread: Channel, body: Json) -> None:
    """Refuse a change of a thread that this user may not make, or that no archived thread takes (50083)."""
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
    """Open a thread, on a message or without one, and let its owner join. In a forum it's a post, whose first
    message has its id (`messages.create` with that)."""
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


def check_room(world: World, guild_id: str | None) -> None:
    """Refuse one more active thread of a server (160006)."""
    full = len(_active(world, guild_id)) >= world.beliefs.most_active_threads
    if full or world.conditions.holds("thread_cap", guild_id or ""):
        raise DiscordError(400, 160006, "Maximum number of active threads reached")


def _active(world: World, guild_id: str | None) -> list[Channel]:
    channels_ = world.channels_of(guild_id or "")
    return [one for one in channels_ if one.is_thread and not is_archived(one)]


def is_archived(channel: Channel) -> bool:
    """Whether this is a thread that is archived."""
    return channel.is_thread and bool(channel.payload["thread_metadata"]["archived"])


def check_tap(world: World, channel: Channel, user_id: str) -> None:
    """A person's client is about to send a tap from here: it wakes an archived thread first.

    Raises ControlError where it sends none: the thread is locked, or the person can't wake it.
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
    """Unarchive a thread that is written into."""
    if is_archived(thread):
        channels.edit(world, thread, {"archived": False})


def check_writable(world: World, channel: Channel, user_id: str) -> None:
    """Refuse to write into a locked thread: 50083 when it is archived as well, otherwise 160005."""
    metadata = channel.payload.get("thread_metadata") or {}
    if not metadata.get("locked") or world.permissions(user_id, channel) & perms.MANAGE_THREADS:
        return
    if metadata["archived"]:
        raise thread_is_archived()
    raise DiscordError(403, 160005, "Thread is locked")


def check_room_to_wake(world: World, channel: Channel) -> None:
    """Refuse to write into an archived thread, which that would wake, where there is no room (160006)."""
    if is_archived(channel):
        check_room(world, channel.guild_id)


def check_clearable(world: World, channel: Channel, user_id: str) -> None:
    """Refuse to delete messages of an archived thread which is locked (50083).

    Discord's documentation of threads: deleting is all that may happen in an archived one.
    """
    if is_archived(channel) and channel.payload["thread_metadata"]["locked"]:
        check_writable(world, channel, user_id)


def check_not_archived(channel: Channel) -> None:
    """Refuse what cannot be done in an archived thread, editing above all (50083)."""
    if is_archived(channel):
        raise thread_is_archived()


def count_message(channel: Channel, message: Message, change: int) -> None:
    """Keep a thread's counts of messages; the one with which it begins does not count."""
    if channel.is_thread and message.payload["type"] != STARTER_MESSAGE and message.id != channel.id:
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
