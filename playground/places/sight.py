"""Visibility of channels: the events for members who gain or lose channels when permissions change.

A bot that gains channels gets THREAD_LIST_SYNC; one that loses channels is told only of the change itself
(Discord's documentation of threads). For people, channels are added to their lists and removed from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playground.model import permissions as perms
from playground.model import shapes
from playground.model.events import Event
from playground.model.payload import Json
from playground.model.records import Application, Channel, Guild
from playground.model.world import World
from playground.places import unread_marks

SIGHT = perms.VIEW_CHANNEL | perms.MANAGE_THREADS
_Sights = dict[str, list[int]]


@contextmanager
def tell_changes(
    world: World, guild: Guild, places: Sequence[Channel], *, unveiled: bool = False
) -> Iterator[None]:
    """Compare who sees `places` before and after the block, and tell members what they gained or lost.

    Args:
        world: The world.
        guild: The server, whose permissions or members the block changes.
        places: Channels of the server, without threads.
        unveiled: Whether bots get a CHANNEL_UPDATE for each channel gained, since no other event has it.
    """
    before, nothing = _sights(world, guild, places), [0] * len(places)
    yield
    after = _sights(world, guild, places)
    for user_id in before | after:
        old, new = before.get(user_id, nothing), after.get(user_id, nothing)
        if new != old:
            _tell(world, user_id, list(zip(places, old, new, strict=True)), unveiled)


def _sights(world: World, guild: Guild, places: Sequence[Channel]) -> _Sights:
    """Return for each member the bits of SIGHT that they have in each place."""
    return {id: [world.permissions(id, place) & SIGHT for place in places] for id in guild.members}


def _tell(world: World, user_id: str, changes: list[tuple[Channel, int, int]], unveiled: bool) -> None:
    app = world.application_of(user_id)
    if app is not None:
        gained = [channel for channel, old, new in changes if new & ~old & perms.VIEW_CHANNEL]
        if gained:
            _tell_bot(world, app, gained, unveiled)
    elif user_id in world.users:
        for channel, old, new in changes:
            _tell_person(world, user_id, channel, old, new)


def _tell_bot(world: World, app: Application, gained: list[Channel], unveiled: bool) -> None:
    for channel in gained if unveiled else ():
        _dispatch(world, app, "CHANNEL_UPDATE", channel, channel.payload)
    _dispatch(world, app, "THREAD_LIST_SYNC", gained[0], _thread_list(world, app.bot_id, gained))


def _dispatch(world: World, app: Application, name: str, channel: Channel, data: Json) -> None:
    world.emit(
        Event(
            name=name,
            data=data,
            channel=channel.id,
            guild=channel.guild_id,
            application=app.id,
            people=False,
        )
    )


def _thread_list(world: World, bot_id: str, gained: list[Channel]) -> Json:
    """Return the data of THREAD_LIST_SYNC: the active threads of channels and the bot's memberships."""
    found = [thread for channel in gained for thread in _threads(world, channel) if _is_active(thread)]
    seen = [thread for thread in found if world.sees(bot_id, thread)]
    return {
        "guild_id": gained[0].guild_id,
        "channel_ids": [channel.id for channel in gained],
        "threads": [thread.payload for thread in seen],
        "members": [thread.thread_members[bot_id] for thread in seen if bot_id in thread.thread_members],
    }


def _threads(world: World, channel: Channel) -> list[Channel]:
    return [world.channels[id] for id in sorted(channel.threads, key=int)]


def _is_active(thread: Channel) -> bool:
    return not thread.payload["thread_metadata"]["archived"]


def _tell_person(world: World, user_id: str, channel: Channel, old: int, new: int) -> None:
    before, after = _find_visible(world, user_id, channel, old), _find_visible(world, user_id, channel, new)
    for place in after:
        if place not in before:
            _give(world, user_id, place)
    for place in reversed(before):
        if place not in after:
            _take(world, user_id, place)


def _find_visible(world: World, user_id: str, channel: Channel, bits: int) -> list[Channel]:
    """Return the channel and the threads in it that a person with the permissions `bits` sees."""
    if not bits & perms.VIEW_CHANNEL:
        return []
    every = bits & perms.MANAGE_THREADS
    seen = (
        thread
        for thread in _threads(world, channel)
        if every or thread.type != 12 or user_id in thread.thread_members
    )
    return [channel, *seen]


def _give(world: World, user_id: str, place: Channel) -> None:
    name = "THREAD_CREATE" if place.is_thread else "CHANNEL_CREATE"
    mine = place.thread_members.get(user_id)
    data = {**place.payload, "member": mine} if mine else place.payload
    world.emit(Event(name=name, data=data, user=user_id, bots=False))


def _take(world: World, user_id: str, place: Channel) -> None:
    unread_marks.read(world, user_id, place.id)
    name = "THREAD_DELETE" if place.is_thread else "CHANNEL_DELETE"
    world.emit(Event(name=name, data=shapes.tombstone(place), user=user_id, bots=False))
