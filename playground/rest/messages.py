"""Routes of messages."""

from __future__ import annotations

from typing import Any

from playground.gateway.intents import without_content
from playground.limits.rates import VERY_OLD_SECONDS
from playground.model import permissions as perms
from playground.model.clock import snowflake_at
from playground.model.errors import DiscordError, Form, form_error
from playground.model.payload import Json
from playground.model.records import Channel, Message, Upload
from playground.places import direct, threads, timelines
from playground.posts import forwards, messages
from playground.rest.call import LIMITS, Call
from playground.rest.channels import visible_channel

UNDELETABLE = (1, 2, 3, 4, 5, 21)
"""The types of system messages that can't be deleted (Discord's table of message types)."""


async def create(call: Call) -> Json:
    """Send a message, reply or forward, and return it: POST /channels/{channel}/messages."""
    channel = visible_channel(call)
    body, uploads = await call.form()
    check_may_send(call, channel, body, uploads)
    if _reference_type(body) == forwards.FORWARD:
        return messages.render_message(call.world, _forward(call, channel, body, uploads))
    type, extra = _reference(call, channel, body)
    made = messages.create(call.world, channel, call.bot_id, body, uploads, type=type, extra=extra)
    return messages.render_message(call.world, made)


def check_may_send(call: Call, channel: Channel, body: Json, uploads: list[Upload]) -> None:
    """Raise DiscordError if a bot may not write here: 50007 or 20026 in DMs, 40058 in forums, or 50013."""
    if channel.is_dm:
        direct.check_may_write(call.world, call.bot_id, channel)
        return
    if channel.is_forum:
        raise DiscordError(400, 40058, "Cannot send a message in a forum channel")
    needed = perms.SEND_MESSAGES_IN_THREADS if channel.is_thread else perms.SEND_MESSAGES
    call.world.require(call.bot_id, channel, needed | _for_contents(body, uploads))


def _for_contents(body: Json, uploads: list[Upload]) -> int:
    """Return the permissions that the contents of a message need."""
    needed = perms.ATTACH_FILES if uploads else 0
    needed |= perms.EMBED_LINKS if body.get("embeds") or body.get("embed") else 0
    return needed | (perms.SEND_TTS if body.get("tts") else 0)


def _reference_type(body: Json) -> int:
    """Return 1 for a forward, or else 0; raise DiscordError 50035 for another type."""
    type = (body.get("message_reference") or {}).get("type") or 0
    form = Form()
    form.choice(("message_reference", "type"), type, (0, forwards.FORWARD))
    form.refuse()
    return int(type)


def _forward(call: Call, channel: Channel, body: Json, uploads: list[Upload]) -> Message:
    """Forward a message that the bot sees and whose content it may read."""
    forwards.check_bare(body, uploads)
    wanted, form = body["message_reference"], Form(("message_reference",))
    for name in ("channel_id", "message_id"):
        if not wanted.get(name):
            form.add_missing((name,))
    form.refuse()
    origin = call.world.channel(str(wanted["channel_id"]))
    _check_may_refer(call, origin)
    original = _find_referenced(call, origin, wanted)
    forwards.check_forwardable(original)
    whole = messages.quote_message(original)
    if readable(call, origin, whole) != whole:
        raise DiscordError(400, 160014, "You cannot forward a message whose content you cannot read.")
    return messages.forward(call.world, channel, call.bot_id, body, original)


def _check_may_refer(call: Call, origin: Channel) -> None:
    call.world.require(call.bot_id, origin, perms.VIEW_CHANNEL)
    if not call.world.permissions(call.bot_id, origin) & perms.READ_MESSAGE_HISTORY:
        text = "Cannot reference a message without permission to read message history"
        raise DiscordError(400, 160009, text)


def _find_referenced(call: Call, origin: Channel, wanted: Json) -> Message:
    """Return the message replied to or forwarded, or raise DiscordError 50035."""
    try:
        return messages.get(call.world, origin.id, str(wanted["message_id"]))
    except DiscordError as error:
        place, code = ("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE"
        raise form_error(place, code, "Unknown message") from error


def _reference(call: Call, channel: Channel, body: Json) -> tuple[int, Json]:
    """Return the message type and further fields for a reply; 0 and none if it isn't one."""
    wanted: Json | None = body.get("message_reference")
    if not wanted or not wanted.get("message_id"):
        return 0, {}
    if not call.world.permissions(call.bot_id, channel) & perms.READ_MESSAGE_HISTORY:
        raise DiscordError(400, 160002, "Cannot reply without permission to read message history")
    try:
        found = _find_referenced(call, channel, wanted)
    except DiscordError:
        if wanted.get("fail_if_not_exists", True):
            raise
        return 0, {}
    reference = messages.reference(call.world, found, 0)
    return 19, {"message_reference": reference, "referenced_message": messages.quote_message(found)}


def _message(call: Call, channel: Channel) -> Message:
    return messages.get(call.world, channel.id, call.params["message"])


async def get(call: Call) -> Json:
    """Return a message: GET /channels/{channel}/messages/{message}."""
    channel = visible_channel(call)
    call.world.require(call.bot_id, channel, perms.READ_MESSAGE_HISTORY)
    return readable(call, channel, messages.render_message(call.world, _message(call, channel)))


def readable(call: Call, channel: Channel, payload: Json) -> Json:
    """Return a message as the bot may read it: without others' content unless it has the privileged intent.

    The intent is needed on every way to read messages; on the gateway, a session has to request it, too.
    """
    return payload if channel.is_dm else without_content(payload, call.bot_id, call.application.intents)


async def page(call: Call) -> list[Any]:
    """Return a page of messages, newest first; none if the bot may not read the history."""
    channel = visible_channel(call)
    if not call.world.permissions(call.bot_id, channel) & perms.READ_MESSAGE_HISTORY:
        return []
    limit = call.limit(50, 1, 100)
    places = (call.integer(name) for name in ("before", "after", "around"))
    found = timelines.page(call.world, channel, limit, *places)
    return [readable(call, channel, messages.render_message(call.world, message)) for message in found]


async def edit(call: Call) -> Json:
    """Change a message of the bot and return it: PATCH /channels/{channel}/messages/{message}."""
    channel = visible_channel(call)
    message = _message(call, channel)
    body, uploads = await call.form()
    if message.payload["author"]["id"] != call.bot_id:
        raise DiscordError(403, 50005, "Cannot edit a message authored by another user")
    call.world.require(call.bot_id, channel, _for_contents(body, uploads))
    if "message_snapshots" in message.payload:
        forwards.check_bare(body, uploads)
    threads.check_not_archived(channel)
    call.request.app[LIMITS].take_old_edit(channel.id, message.id)
    return messages.render_message(call.world, messages.edit(call.world, message, body, uploads))


async def delete(call: Call) -> None:
    """Delete a message: DELETE /channels/{channel}/messages/{message}."""
    channel = visible_channel(call)
    message = _message(call, channel)
    _check_may_delete(call, channel, message)
    messages.delete(call.world, message)


def _check_may_delete(call: Call, channel: Channel, message: Message) -> None:
    threads.check_clearable(call.world, channel, call.bot_id)
    if message.payload["type"] in UNDELETABLE:
        raise DiscordError(403, 50021, "Cannot execute action on a system message")
    if message.payload["author"]["id"] == call.bot_id:
        return
    if channel.is_dm:
        raise DiscordError(403, 50003, "Cannot execute action on a DM channel")
    call.world.require(call.bot_id, channel, perms.MANAGE_MESSAGES)


async def bulk_delete(call: Call) -> None:
    """Delete several messages at once: POST /channels/{channel}/messages/bulk-delete."""
    channel, body = visible_channel(call), await call.json()
    if channel.is_dm:
        raise DiscordError(403, 50003, "Cannot execute action on a DM channel")
    call.world.require(call.bot_id, channel, perms.MANAGE_MESSAGES)
    messages.delete_many(call.world, channel, _deletable_at_once(call, body.get("messages")))


def _deletable_at_once(call: Call, ids: list[Any] | None) -> list[str]:
    """Return 2 to 100 distinct ids, none over two weeks old; raise DiscordError 50035 or 50034 otherwise."""
    form = Form()
    form.length(("messages",), ids, 2, 100)
    given = [str(id) for id in ids or []]
    for index, id in enumerate(given):
        if id in given[:index]:
            fault = "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"
            form.add(("messages", index), *fault)
    form.refuse()
    oldest = int(snowflake_at(call.world.clock.now() - VERY_OLD_SECONDS))
    if any(id.isdecimal() and int(id) < oldest for id in given):
        raise DiscordError(400, 50034, "You can only bulk delete messages that are under 14 days old.")
    return given
