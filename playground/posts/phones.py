"""Lock screens of people's phones: the push notifications that they get, and the texts of these.

A new message pushes to the people it mentions, and in a DM to the other person. A silent message
(SUPPRESS_NOTIFICATIONS) pushes to no phone, nor does an edit. A message with only components pushes an empty
text (issue 7854 of Discord's API documentation), and so does one with only an embed. Other beliefs about
pushes are in `playground.model.beliefs`.
"""

from __future__ import annotations

import re

from playground.model.events import Event
from playground.model.payload import Json
from playground.model.records import Channel, Message
from playground.model.world import World
from playground.places import caches, unread_marks
from playground.posts import components

KEPT = 200
"""The number of pushes that a phone keeps."""
_NAMED = re.compile(r"<(@!?|@&|#)(\d+)>")
_COMMAND = re.compile(r"</([^:>]+):\d+>")
_BROUGHT_IN, _PINNED = 1, 6


def tell(world: World, channel: Channel, message: Message) -> None:
    """Mark a new message as unread, and push it to the phones of the people it mentions."""
    silent = _is_silent(world, channel, message.payload["type"])
    for user_id, called in unread_marks.mark(world, channel, message).items():
        if not silent and (called or not world.beliefs.only_calls_push):
            _push(world, user_id, channel, message)


def _is_silent(world: World, channel: Channel, type: int) -> bool:
    """Return whether a line of this type, which Discord writes automatically, pushes to no phone."""
    pushes = {_BROUGHT_IN: world.beliefs.additions_push}
    if channel.is_dm:
        pushes[_PINNED] = world.beliefs.pins_in_dms_push
    return not pushes.get(type, True)


def _push(world: World, user_id: str, channel: Channel, message: Message) -> None:
    shown = {
        "message_id": message.id,
        "channel_id": channel.id,
        "at": message.payload["timestamp"],
        "title": _title(world, channel, message),
        "body": _body(world, user_id, message.payload),
    }
    phone = world.phones.setdefault(user_id, [])
    phone.append(shown)
    del phone[:-KEPT]
    world.emit(Event(name="PUSH", data=shown, user=user_id, bots=False))


def of_user(world: World, user_id: str) -> list[Json]:
    """Return the kept pushes, newest last: {"title", "body", "at", "channel_id", "message_id"}."""
    return list(world.phones.get(user_id, ()))


def _title(world: World, channel: Channel, message: Message) -> str:
    author = _name(world, message.payload["author"]["id"])
    return author if channel.is_dm else f"{author} (#{channel.payload['name']})"


def _body(world: World, reader: str, payload: Json) -> str:
    """Return the text of a push: the content with names instead of ids, and with its markdown unchanged."""
    if payload["type"] == _BROUGHT_IN:
        return f"added {', '.join(_name(world, user['id']) for user in payload['mentions'])} to the thread."
    if payload["type"] == _PINNED:
        return "pinned a message to this channel."
    if payload["content"]:

        def replace_mention(found: re.Match[str]) -> str:
            kind, id = found.groups()
            if kind.startswith("@") and kind != "@&" and not caches.resolves(world, reader, payload, id):
                return caches.UNKNOWN
            return _format_mention(world, kind, id)

        return _COMMAND.sub(r"/\1", _NAMED.sub(replace_mention, payload["content"]))
    if payload.get("message_snapshots"):
        return "Forwarded a message."
    if payload["attachments"]:
        return "Sent a file."
    return "" if world.beliefs.components_push_nothing else " ".join(components.texts(payload["components"]))


def _format_mention(world: World, kind: str, id: str) -> str:
    if kind == "#":
        channel = world.channels.get(id)
        return f"#{channel.payload['name'] if channel else 'unknown'}"
    if kind == "@&":
        roles = (guild.roles[id]["name"] for guild in world.guilds.values() if id in guild.roles)
        return f"@{next(roles, 'unknown')}"
    return f"@{_name(world, id)}" if id in world.users else "@unknown"


def _name(world: World, user_id: str) -> str:
    payload = world.users[user_id].payload
    return str(payload.get("global_name") or payload["username"])
