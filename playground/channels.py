"""Channels, threads and DMs: made, changed, deleted."""

from __future__ import annotations

from playground import permissions as perms
from playground import shapes, unread
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
CHANNEL_FIELDS = (
    "name",
    "topic",
    "nsfw",
    "position",
    "rate_limit_per_user",
    "parent_id",
    "permission_overwrites",
)
THREAD_FIELDS = ("name", "rate_limit_per_user", "flags")
METADATA_FIELDS = ("archived", "locked", "auto_archive_duration", "invitable")


def add(world: World, channel: Channel) -> Channel:
    """Put a channel into the world."""
    world.channels[channel.id] = channel
    if channel.guild_id:
        world.guild_channels.setdefault(channel.guild_id, {})[channel.id] = None
    return channel


def create_text(world: World, guild_id: str, body: Json) -> Channel:
    """Make a text channel and tell the server."""
    _check_name(body)
    given = {name: body[name] for name in CHANNEL_FIELDS if name in body}
    position = len(world.guild_channels.get(guild_id, {}))
    payload = shapes.text_channel(world.ids.next(), guild_id, body["name"], position) | given
    payload["permission_overwrites"] = _overwrites(payload["permission_overwrites"])
    channel = add(world, Channel(payload["id"], payload | {"type": int(body.get("type") or 0)}))
    world.dispatch(channel, "CHANNEL_CREATE", channel.payload)
    return channel


def edit(world: World, channel: Channel, body: Json) -> Channel:
    """Change the named fields of a channel or thread and tell everybody who sees it."""
    if "name" in body:
        _check_name(body)
    fields = THREAD_FIELDS if channel.is_thread else CHANNEL_FIELDS
    channel.payload = {**channel.payload, **{name: body[name] for name in fields if name in body}}
    if "permission_overwrites" in body and not channel.is_thread:
        channel.payload["permission_overwrites"] = _overwrites(body["permission_overwrites"])
    if channel.is_thread:
        _edit_metadata(world, channel, body)
    world.dispatch(channel, "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel.payload)
    return channel


def _edit_metadata(world: World, thread: Channel, body: Json) -> None:
    given = {name: body[name] for name in METADATA_FIELDS if name in body}
    old = thread.payload["thread_metadata"]
    if given.get("archived", old["archived"]) != old["archived"]:
        given["archive_timestamp"] = world.now()
    thread.payload["thread_metadata"] = {**old, **given}


def check_thread_edit(world: World, user_id: str, thread: Channel, body: Json) -> None:
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


def delete(world: World, channel: Channel) -> None:
    """Remove a channel with its threads and messages and tell everybody who saw it."""
    for thread_id in list(channel.threads):
        delete(world, world.channels[thread_id])
    name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
    world.dispatch(channel, name, _tombstone(channel))
    for number in channel.timeline:
        world.files.drop(list(world.messages.pop(str(number)).files))
    for user_id in world.users:
        for number in world.ephemerals.pop((user_id, channel.id), []):
            world.files.drop(list(world.messages.pop(str(number)).files))
    unread.forget_channel(world, channel.id)
    del world.channels[channel.id]
    if channel.guild_id:
        del world.guild_channels[channel.guild_id][channel.id]
    if channel.is_thread:
        world.channels[channel.payload["parent_id"]].threads.discard(channel.id)


def _tombstone(channel: Channel) -> Json:
    if not channel.is_thread:
        return channel.payload
    return {name: channel.payload[name] for name in ("id", "guild_id", "parent_id", "type")}


def create_thread(
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
    thread = add(world, Channel(id, payload))
    parent.threads.add(id)
    _add_member(world, thread, owner_id)
    tell_of_thread(world, thread)
    return thread


def _check_thread(body: Json, kind: int, duration: int) -> None:
    form = Form()
    form.length(("name",), body.get("name"), 1, 100)
    form.choice(("type",), kind, (11, 12))
    form.choice(("auto_archive_duration",), duration, AUTO_ARCHIVE)
    form.refuse()


def tell_of_thread(world: World, thread: Channel) -> None:
    data = {**thread.payload, "newly_created": True}
    for user_id, member in thread.thread_members.items():
        if world.users[user_id].bot:
            data["member"] = member
    world.dispatch(thread, "THREAD_CREATE", data)


def join_thread(world: World, thread: Channel, user_id: str) -> None:
    """Let somebody into a thread; nothing happens to a member."""
    if user_id in thread.thread_members:
        return
    if not world.permissions(user_id, thread) & perms.VIEW_CHANNEL:
        raise missing_access()
    member = _add_member(world, thread, user_id)
    _tell_members(world, thread, user_id, {"added_members": [_full_member(world, thread, member)]})
    if thread.type == 12 and not world.users[user_id].bot:
        world.emit(Event(name="THREAD_CREATE", data=thread.payload, user=user_id, bots=False))


def leave_thread(world: World, thread: Channel, user_id: str) -> None:
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


def join_author_and_mentioned(world: World, thread: Channel, message: Message) -> None:
    """A thread takes in who writes in it and who is mentioned in it."""
    called = [user["id"] for user in message.payload["mentions"]]
    for user_id in (message.payload["author"]["id"], *called):
        if user_id in world.guilds[thread.guild_id or ""].members and (
            world.permissions(user_id, thread) & perms.VIEW_CHANNEL
        ):
            join_thread(world, thread, user_id)


def wake(world: World, thread: Channel, user_id: str) -> None:
    """Unarchive a thread that is written into; a locked one refuses (50083)."""
    check_writable(world, thread, user_id)
    if thread.is_thread and thread.payload["thread_metadata"]["archived"]:
        edit(world, thread, {"archived": False})


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
                edit(world, channel, {"archived": True})


def _last_activity(world: World, thread: Channel) -> float:
    moments = [moment_of(thread.payload["thread_metadata"]["archive_timestamp"])]
    if thread.timeline:
        moments.append(moment_of(world.messages[str(thread.timeline[-1])].payload["timestamp"]))
    return max(moments)


def open_dm(world: World, one: str, other: str) -> Channel:
    """The DM of two users, made when there is none."""
    key = frozenset((one, other))
    if len(key) == 1:
        raise DiscordError(400, 50033, "Invalid Recipient(s)")
    if key in world.dms:
        return world.channels[world.dms[key]]
    channel = Channel(id := world.ids.next(), shapes.dm_channel(id), recipients=(one, other))
    world.dms[key] = id
    return add(world, channel)


def dm_payload(world: World, channel: Channel, reader: str) -> Json:
    """A DM as one side sees it: the other side is the recipient."""
    others = [world.users[id].payload for id in channel.recipients if id != reader]
    return {**channel.payload, "recipients": others}


def show_dm(world: World, channel: Channel, people: tuple[str, ...] | None = None) -> None:
    """Put a DM into the lists of people, who see it from its first message on."""
    for user_id in channel.recipients if people is None else people:
        if user_id not in channel.shown_to and not world.users[user_id].bot:
            channel.shown_to.add(user_id)
            data = dm_payload(world, channel, user_id)
            world.emit(Event(name="CHANNEL_CREATE", data=data, user=user_id, bots=False))


def _check_name(body: Json) -> None:
    form = Form()
    form.length(("name",), body.get("name"), 1, 100)
    form.refuse()


def _overwrites(overwrites: list[Json] | None) -> list[Json]:
    return [
        {
            "id": str(one["id"]),
            "type": int(one["type"]),
            "allow": str(one.get("allow") or 0),
            "deny": str(one.get("deny") or 0),
        }
        for one in overwrites or []
    ]
