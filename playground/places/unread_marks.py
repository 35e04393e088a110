"""Unread marks of people: the number of messages, and of messages that mention the reader."""

from __future__ import annotations

from collections.abc import Iterator

from playground.model.events import Event
from playground.model.payload import Json
from playground.model.records import Channel, Message
from playground.model.shapes import SUPPRESS_NOTIFICATIONS
from playground.model.world import World
from playground.places.mentions import is_mentioned

NOTHING: Json = {"count": 0, "mentions": 0}


def mark(world: World, channel: Channel, message: Message) -> dict[str, bool]:
    """Count a new message as unread for everyone concerned but its author; a silent one isn't counted.

    Returns:
        The ids of these people, each with whether the message mentions them.
    """
    if message.payload["flags"] & SUPPRESS_NOTIFICATIONS:
        return {}
    author = message.payload["author"]["id"]
    concerned = {
        user_id: is_mentioned(world, user_id, channel, message)
        for user_id in _find_readers(world, channel)
        if user_id != author
    }
    for user_id, called in concerned.items():
        old = world.unread.get((user_id, channel.id), NOTHING)
        _set(world, user_id, channel.id, old["count"] + 1, old["mentions"] + called)
    return concerned


def read(world: World, user_id: str, channel_id: str) -> None:
    """Clear the marks of a channel that a person has read or no longer sees."""
    if world.unread.pop((user_id, channel_id), None):
        _tell(world, user_id, channel_id, NOTHING)


def forget_channel(world: World, channel_id: str) -> None:
    """Clear everyone's marks of a channel that is being deleted, without an event."""
    for user_id in world.users:
        world.unread.pop((user_id, channel_id), None)


def of_user(world: World, user_id: str) -> dict[str, Json]:
    """Return a person's marks by channel id, as {"count", "mentions"}."""
    return {channel: marks for (user, channel), marks in world.unread.items() if user == user_id}


def _find_readers(world: World, channel: Channel) -> Iterator[str]:
    if channel.is_dm:
        candidates = list(channel.recipients)
    elif channel.is_thread:
        candidates = list(channel.thread_members)
    else:
        candidates = list(world.guilds[channel.guild_id or ""].members)
    return (id for id in candidates if not world.users[id].bot and world.sees(id, channel))


def _set(world: World, user_id: str, channel_id: str, count: int, mentions: int) -> None:
    marks = {"count": count, "mentions": mentions}
    world.unread[user_id, channel_id] = marks
    _tell(world, user_id, channel_id, marks)


def _tell(world: World, user_id: str, channel_id: str, marks: Json) -> None:
    data = {"channel_id": channel_id, **marks}
    world.emit(Event(name="UNREAD", data=data, user=user_id, bots=False))
