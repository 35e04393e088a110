"""The recorded part of the world: plain values by key, read from a world and written to one."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator

from playground.model.payload import Json
from playground.model.records import Channel, Guild, Message, User
from playground.model.world import World
from playground.places import channels

Key = tuple[str, str]
Value = Json | None
HEARD = ("application", "faults")
"""The kinds of values that the world doesn't contain and that are known from events."""


def keys_of(world: World) -> Iterator[Key]:
    """Yield the keys of the world, in an order in which they can be added to an empty world.

    Yields:
        (kind, id), where the kind is “user”, “guild”, “channel”, “message” or “unread” (id: USER/CHANNEL).
    """
    for what, ids in (
        ("user", world.users),
        ("guild", world.guilds),
        ("channel", world.channels),
        ("message", world.messages),
    ):
        yield from ((what, id) for id in list(ids))
    yield from (unread_key(user, channel) for user, channel in list(world.unread))


def unread_key(user: str, channel: str) -> Key:
    """Return the key of a person's unread marks in a channel."""
    return ("unread", f"{user}/{channel}")


def take(world: World, key: Key) -> Value:
    """Return the value of a key, or None; what the world changes in place is copied."""
    what, id = key
    return _TAKE[what](world, id)


def put(world: World, key: Key, value: Value) -> None:
    """Set the value of a key in the world; None removes it."""
    what, id = key
    if what in _PUT:
        _PUT[what](world, id, value)


def _take_user(world: World, id: str) -> Value:
    if (found := world.users.get(id)) is None:
        return None
    told = {"dms_open": found.dms_open, "avatar_color": found.avatar_color, "locale": found.locale}
    return {"payload": found.payload, **told}


def _take_guild(world: World, id: str) -> Value:
    if (found := world.guilds.get(id)) is None:
        return None
    return {"payload": found.payload, "roles": dict(found.roles), "members": dict(found.members)}


def _take_channel(world: World, id: str) -> Value:
    if (found := world.channels.get(id)) is None:
        return None
    return {
        "payload": found.payload,
        "thread_members": dict(found.thread_members),
        "pins": dict(found.pins),
        "recipients": list(found.recipients),
        "shown_to": sorted(found.shown_to),
    }


def _take_message(world: World, id: str) -> Value:
    if (found := world.messages.get(id)) is None:
        return None
    fields = {"channel": found.channel_id, "reader": found.reader}
    return {**fields, "files": list(found.files), "payload": found.payload}


def _take_unread(world: World, id: str) -> Value:
    user, channel = id.split("/")
    return world.unread.get((user, channel))


_TAKE: dict[str, Callable[[World, str], Value]] = {
    "user": _take_user,
    "guild": _take_guild,
    "channel": _take_channel,
    "message": _take_message,
    "unread": _take_unread,
}


def _put_user(world: World, id: str, value: Value) -> None:
    if value is None:
        world.users.pop(id, None)
    else:
        world.users[id] = User(id, **value)


def _put_guild(world: World, id: str, value: Value) -> None:
    if value is None:
        world.guilds.pop(id, None)
    else:
        world.guilds[id] = Guild(id, **value)


def _put_channel(world: World, id: str, value: Value) -> None:
    found = world.channels.get(id)
    if value is None:
        if found is not None:
            _take_away(world, found)
        return
    if found is None:
        found = channels.add(world, Channel(id, value["payload"]))
    found.payload = value["payload"]
    found.thread_members, found.pins = dict(value["thread_members"]), dict(value["pins"])
    found.recipients, found.shown_to = tuple(value["recipients"]), set(value["shown_to"])
    if found.recipients:
        world.dms[frozenset(found.recipients)] = id


def _take_away(world: World, channel: Channel) -> None:
    del world.channels[channel.id]
    world.guild_channels.get(channel.guild_id or "", {}).pop(channel.id, None)
    if channel.recipients:
        world.dms.pop(frozenset(channel.recipients), None)


def _put_message(world: World, id: str, value: Value) -> None:
    known = world.messages.pop(id, None)
    if value is None:
        if known is not None:
            timeline = _timeline(world, known.channel_id, known.reader)
            del timeline[bisect_left(timeline, int(id))]
        return
    if known is None:
        insort(_timeline(world, value["channel"], value["reader"]), int(id))
    files = dict.fromkeys(value["files"], Json())
    world.messages[id] = Message(id, value["channel"], value["payload"], files, value["reader"])


def _timeline(world: World, channel: str, reader: str | None) -> list[int]:
    if reader is None:
        return world.channels[channel].timeline
    return world.ephemerals.setdefault((reader, channel), [])


def _put_unread(world: World, id: str, value: Value) -> None:
    user, channel = id.split("/")
    if value is None:
        world.unread.pop((user, channel), None)
    else:
        world.unread[user, channel] = value


_PUT: dict[str, Callable[[World, str, Value], None]] = {
    "user": _put_user,
    "guild": _put_guild,
    "channel": _put_channel,
    "message": _put_message,
    "unread": _put_unread,
}
