"""Channels and DMs: creating, changing and deleting them. What only threads have is in `threads`."""

from __future__ import annotations

from playground.model import shapes
from playground.model.errors import DiscordError, Form
from playground.model.events import Event
from playground.model.payload import Json
from playground.model.records import Channel
from playground.model.world import World
from playground.places import sight, unread_marks

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
    """Add a channel to the world and return it; emits no event."""
    world.channels[channel.id] = channel
    if channel.guild_id:
        world.guild_channels.setdefault(channel.guild_id, {})[channel.id] = None
    return channel


def create_text(world: World, guild_id: str, body: Json) -> Channel:
    """Create a text channel or forum from a request body; raise DiscordError 50035 for a bad name."""
    _check_name(body)
    given = {name: body[name] for name in CHANNEL_FIELDS if name in body}
    position = len(world.guild_channels.get(guild_id, {}))
    payload = shapes.text_channel(world.ids.next(), guild_id, body["name"], position) | given
    payload["permission_overwrites"] = _overwrites(payload["permission_overwrites"])
    channel = Channel(payload["id"], payload | {"type": int(body.get("type") or 0)})
    if channel.is_forum:
        channel.payload |= shapes.FORUM
    add(world, channel)
    world.dispatch(channel, "CHANNEL_CREATE", channel.payload)
    return channel


def edit(world: World, channel: Channel, body: Json) -> Channel:
    """Change the given fields of a channel or thread; raise DiscordError 50035 for a bad name."""
    if "name" in body:
        _check_name(body)
    if "permission_overwrites" in body and channel.guild_id and not channel.is_thread:
        with sight.tell_changes(world, world.guilds[channel.guild_id], [channel]):
            _edit(world, channel, body)
    else:
        _edit(world, channel, body)
    return channel


def _edit(world: World, channel: Channel, body: Json) -> None:
    fields = THREAD_FIELDS if channel.is_thread else CHANNEL_FIELDS
    changed = {name: body[name] for name in fields if name in body}
    if "permission_overwrites" in changed:
        changed["permission_overwrites"] = _overwrites(changed["permission_overwrites"])
    channel.payload = {**channel.payload, **changed}
    if channel.is_thread:
        _edit_metadata(world, channel, body)
    world.dispatch(channel, "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel.payload)


def _edit_metadata(world: World, thread: Channel, body: Json) -> None:
    given = {name: body[name] for name in METADATA_FIELDS if name in body}
    old = thread.payload["thread_metadata"]
    if any(given.get(name, old[name]) != old[name] for name in ("archived", "auto_archive_duration")):
        given["archive_timestamp"] = world.now()
    thread.payload["thread_metadata"] = {**old, **given}


def delete(world: World, channel: Channel, with_parent: bool = False) -> None:
    """Remove a channel with its threads and messages, and tell everyone who saw it.

    `with_parent`: its parent is deleted, too, so bots aren't told of it (discord.py, issue 9795).
    """
    for thread_id in list(channel.threads):
        delete(world, world.channels[thread_id], with_parent=True)
    name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
    gone = shapes.tombstone(channel)
    world.emit(Event(name=name, data=gone, channel=channel.id, guild=channel.guild_id, bots=not with_parent))
    for number in channel.timeline:
        world.files.drop(list(world.messages.pop(str(number)).files))
    for user_id in world.users:
        for number in world.ephemerals.pop((user_id, channel.id), []):
            world.files.drop(list(world.messages.pop(str(number)).files))
    unread_marks.forget_channel(world, channel.id)
    del world.channels[channel.id]
    if channel.guild_id:
        del world.guild_channels[channel.guild_id][channel.id]
    if channel.is_thread:
        world.channels[channel.payload["parent_id"]].threads.discard(channel.id)


def open_dm(world: World, one: str, other: str) -> Channel:
    """Return the DM of two users, created if there is none; raise DiscordError 50033 for one user."""
    key = frozenset((one, other))
    if len(key) == 1:
        raise DiscordError(400, 50033, "Invalid Recipient(s)")
    if key in world.dms:
        return world.channels[world.dms[key]]
    channel = Channel(id := world.ids.next(), shapes.dm_channel(id), recipients=(one, other))
    world.dms[key] = id
    return add(world, channel)


def dm_payload(world: World, channel: Channel, reader: str) -> Json:
    """Return a DM as `reader` sees it: the recipient is the other user."""
    others = [world.users[id].payload for id in channel.recipients if id != reader]
    return {**channel.payload, "recipients": others}


def show_dm(world: World, channel: Channel, people: tuple[str, ...] | None = None) -> None:
    """Add a DM to the channel lists of people, by default of all its people; bots have no list."""
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
            "id": str(overwrite["id"]),
            "type": int(overwrite["type"]),
            "allow": str(overwrite.get("allow") or 0),
            "deny": str(overwrite.get("deny") or 0),
        }
        for overwrite in overwrites or []
    ]
