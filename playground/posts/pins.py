"""Pinned messages of a channel, newest pin first."""

from __future__ import annotations

from datetime import datetime, timedelta

from playground.model.errors import DiscordError
from playground.model.payload import Json
from playground.model.records import Channel, Message
from playground.model.world import World
from playground.places import threads
from playground.posts import messages

LIMIT = 250
PINNED_MESSAGE = 6
# Messages with an author's content: plain ones, replies, and answers to commands of both kinds.
PINNABLE = (0, 19, 20, 23)


def pin(world: World, channel: Channel, message: Message, user_id: str) -> None:
    """Pin a message and announce it in the channel; nothing happens if it's pinned.

    Raises:
        DiscordError: 50083 in an archived thread, 50021 for a system message, 30003 beyond LIMIT.
    """
    threads.check_not_archived(channel)
    if message.id in channel.pins:
        return
    _check_pinnable(channel, message)
    channel.pins[message.id] = _moment(world, channel)
    _set_pinned(world, channel, message, True)
    reference = messages.reference(world, message, 0)
    messages.note(world, channel, user_id, PINNED_MESSAGE, {"message_reference": reference})


def _check_pinnable(channel: Channel, message: Message) -> None:
    if message.payload["type"] not in PINNABLE:
        raise DiscordError(403, 50021, "Cannot execute action on a system message")
    if len(channel.pins) >= LIMIT:
        raise DiscordError(400, 30003, f"Maximum number of pins reached ({LIMIT})")


def unpin(world: World, channel: Channel, message: Message) -> None:
    """Unpin a message; nothing happens if it isn't pinned. Raise DiscordError 50083 in an archived thread."""
    threads.check_not_archived(channel)
    if channel.pins.pop(message.id, None) is not None:
        _set_pinned(world, channel, message, False)


def page(
    world: World, channel: Channel, limit: int, before: datetime | None = None
) -> tuple[list[Json], bool]:
    """Return up to `limit` pins as {"pinned_at", "message"}, newest first, and whether there are more."""
    found = [
        {"pinned_at": moment, "message": messages.render_message(world, world.messages[id])}
        for id, moment in reversed(channel.pins.items())
        if before is None or datetime.fromisoformat(moment) < before
    ]
    return found[:limit], len(found) > limit


def _moment(world: World, channel: Channel) -> str:
    """Return the time now, or just after the last pin, since pages continue from the time of a pin."""
    now = datetime.fromisoformat(world.now())
    last = next(reversed(channel.pins.values()), None)
    if last is not None:
        now = max(now, datetime.fromisoformat(last) + timedelta(microseconds=1))
    return now.isoformat(timespec="microseconds")


def _set_pinned(world: World, channel: Channel, message: Message, pinned: bool) -> None:
    message.payload = {**message.payload, "pinned": pinned}
    last = next(reversed(channel.pins.values()), None)
    channel.payload = {**channel.payload, "last_pin_timestamp": last}
    messages.emit(world, channel, message, "MESSAGE_UPDATE")
    data: Json = {"channel_id": channel.id, "last_pin_timestamp": last}
    if channel.guild_id:
        data["guild_id"] = channel.guild_id
    world.dispatch(channel, "CHANNEL_PINS_UPDATE", data)
