"""Events that tell the page what's different when a recording moves to another step."""

from __future__ import annotations

from dataclasses import dataclass

from playground.model.events import Event
from playground.model.payload import Json
from playground.model.records import Message
from playground.model.world import World
from playground.places import channels, unread_marks
from playground.posts import messages
from playground.recording.state import Value

Views = dict[str, "View"]


@dataclass(frozen=True)
class View:
    """One person's list of channels: payloads and unread marks by channel id."""

    channels: dict[str, Json]
    unread: dict[str, Json]


def people(world: World) -> list[str]:
    """Return the ids of all users who aren't bots."""
    return [user.id for user in world.users.values() if not user.bot]


def views(world: World) -> Views:
    """Return the current view of each person."""
    return {
        person: View(_channels(world, person), unread_marks.of_user(world, person))
        for person in people(world)
    }


def _channels(world: World, person: str) -> dict[str, Json]:
    found = {}
    for channel in world.channels.values():
        if channel.is_dm and person in channel.shown_to:
            found[channel.id] = channels.dm_payload(world, channel, person)
        elif not channel.is_dm and world.sees(person, channel):
            found[channel.id] = {**channel.payload, "member": channel.thread_members.get(person)}
    return found


def tell_difference(world: World, before: Views, touched: dict[str, Value]) -> None:
    """Emit events to each person: new and changed channels first, then messages, then what's gone.

    Args:
        world: The world, already at the new step.
        before: The views at the old step.
        touched: The earlier values of all messages that may be different, by id.
    """
    after = views(world)
    nobody = View({}, {})
    for person, view in after.items():
        _tell_channels(world, person, before.get(person, nobody), view)
    for id, value in touched.items():
        _tell_message(world, id, value)
    for person, view in after.items():
        _tell_gone(world, person, before.get(person, nobody), view)


def _tell_channels(world: World, person: str, old: View, new: View) -> None:
    for id, data in new.channels.items():
        if old.channels.get(id) != data:
            name = "CHANNEL_UPDATE" if id in old.channels else "CHANNEL_CREATE"
            world.emit(Event(name=name, data=data, user=person, bots=False))


def _tell_gone(world: World, person: str, old: View, new: View) -> None:
    for id in old.channels.keys() - new.channels.keys():
        world.emit(Event(name="CHANNEL_DELETE", data={"id": id}, user=person, bots=False))
    for id in old.unread.keys() | new.unread.keys():
        marks = new.unread.get(id, unread_marks.NOTHING)
        if old.unread.get(id, unread_marks.NOTHING) != marks:
            data = {"channel_id": id, **marks}
            world.emit(Event(name="UNREAD", data=data, user=person, bots=False))


def _tell_message(world: World, id: str, before: Value) -> None:
    message = world.messages.get(id)
    if message is not None:
        if before is None or before["payload"] != message.payload:
            _tell_present(world, message, before)
    elif before is not None:
        data = {"id": id, "channel_id": before["channel"]}
        world.emit(
            Event(
                name="MESSAGE_DELETE", data=data, channel=before["channel"], user=before["reader"], bots=False
            )
        )


def _tell_present(world: World, message: Message, before: Value) -> None:
    name = "MESSAGE_UPDATE" if before else "MESSAGE_CREATE"
    # The page keeps fields that an update lacks, so fields that going back removes are sent as null.
    gone = {field: None for field in before["payload"] if field not in message.payload} if before else {}
    data = {**gone, **messages.render_message(world, message)}
    world.emit(Event(name=name, data=data, channel=message.channel_id, user=message.reader, bots=False))
