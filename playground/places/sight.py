"""Sight of channels: who comes to see them and who loses them by a change of permissions; what they are told.

A bot that gains channels gets THREAD_LIST_SYNC; one that loses channels is told of the change alone
(Discord's documentation of threads). People have channels put into their lists and taken out of them.
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
from playground.places import unread

SIGHT = perms.VIEW_CHANNEL | perms.MANAGE_THREADS
_Sights = dict[str, list[int]]


@contextmanager
def followed(
    world: World, guild: Guild, places: Sequence[Channel], *, unveiled: bool = False
) -> Iterator[None]:
    """Tell members who see other `places`, channels of the server, after a change than before: of
    permissions, or of who is a member.

    unveiled: bots are told what the channels are that they come to see, since nothing else tells them.
    """
    before, nothing = _sights(world, guild, places), [0] * len(places)
    yield
    after = _sights(world, guild, places)
    for user_id in before | after:
        old, new = before.get(user_id, nothing), after.get(user_id, nothing)
        if new != old:
            _tell(world, user_id, list(zip(places, old, new, strict=True)), unveiled)


def _sights(world: World, guild: Guild, places: Sequence[Channel]) -> _Sights:
    """Member → what of each place they see."""
    return {id: [world.permissions(id, one) & SIGHT for one in places] for id in guild.members}


def _tell(world: World, user_id: str, changes: list[tuple[Channel, int, int]], unveiled: bool) -> None:
    app = world.application_of(user_id)
    if app is not None:
        gained = [one for one, old, new in changes if new & ~old & perms.VIEW_CHANNEL]
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
    """The active threads of channels as THREAD_LIST_SYNC has them, with the bot's own memberships."""
    found = [one for channel in gained for one in _threads(world, channel) if _is_active(one)]
    seen = [one for one in found if world.sees(bot_id, one)]
    return {
        "guild_id": gained[0].guild_id,
        "channel_ids": [one.id for one in gained],
        "threads": [one.payload for one in seen],
        "members": [one.thread_members[bot_id] for one in seen if bot_id in one.thread_members],
    }


def _threads(world: World, channel: Channel) -> list[Channel]:
    return [world.channels[id] for id in sorted(channel.threads, key=int)]


def _is_active(thread: Channel) -> bool:
    return not thread.payload["thread_metadata"]["archived"]


def _tell_person(world: World, user_id: str, channel: Channel, old: int, new: int) -> None:
    before, after = _seen(world, user_id, channel, old), _seen(world, user_id, channel, new)
    for place in after:
        if place not in before:
            _give(world, user_id, place)
    for place in reversed(before):
        if place not in after:
            _take(world, user_id, place)


def _seen(world: World, user_id: str, channel: Channel, bits: int) -> list[Channel]:
    """The channel and its threads, as far as somebody with these permissions sees them."""
    if not bits & perms.VIEW_CHANNEL:
        return []
    every = bits & perms.MANAGE_THREADS
    seen = (
        one for one in _threads(world, channel) if every or one.type != 12 or user_id in one.thread_members
    )
    return [channel, *seen]


def _give(world: World, user_id: str, place: Channel) -> None:
    name = "THREAD_CREATE" if place.is_thread else "CHANNEL_CREATE"
    mine = place.thread_members.get(user_id)
    data = {**place.payload, "member": mine} if mine else place.payload
    world.emit(Event(name=name, data=data, user=user_id, bots=False))


def _take(world: World, user_id: str, place: Channel) -> None:
    unread.read(world, user_id, place.id)
    name = "THREAD_DELETE" if place.is_thread else "CHANNEL_DELETE"
    world.emit(Event(name=name, data=shapes.tombstone(place), user=user_id, bots=False))
