"""Routes of pinned messages, both the current and the older ones."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from playground.model import permissions as perms
from playground.model.errors import form_error
from playground.model.payload import Json
from playground.model.records import Channel, Message
from playground.posts import messages
from playground.posts import pins as kept
from playground.rest.call import Call
from playground.rest.channels import visible_channel
from playground.rest.messages import readable

PAGE = 50


async def listing(call: Call) -> Json:
    """Return a page of a channel's pins: GET /channels/{channel}/messages/pins."""
    found, more = _page(call, call.limit(PAGE, 1, PAGE), _before(call))
    return {"items": found, "has_more": more}


async def old_listing(call: Call) -> list[Any]:
    """Return a channel's newest 50 pinned messages, without times: GET /channels/{channel}/pins."""
    found, _ = _page(call, PAGE, None)
    return [pinned["message"] for pinned in found]


async def pin(call: Call) -> None:
    """Pin a message: PUT /channels/{channel}/messages/pins/{message}, and the older route."""
    channel, message = _place(call)
    kept.pin(call.world, channel, message, call.bot_id)


async def unpin(call: Call) -> None:
    """Unpin a message: DELETE /channels/{channel}/messages/pins/{message}, and the older route."""
    channel, message = _place(call)
    kept.unpin(call.world, channel, message)


def _page(call: Call, limit: int, before: datetime | None) -> tuple[list[Json], bool]:
    channel = visible_channel(call)
    if not call.world.permissions(call.bot_id, channel) & perms.READ_MESSAGE_HISTORY:
        return [], False
    found, more = kept.page(call.world, channel, limit, before)
    return [{**pinned, "message": readable(call, channel, pinned["message"])} for pinned in found], more


def _place(call: Call) -> tuple[Channel, Message]:
    """Return channel and message of the path; raise DiscordError 50013 without permission, or 10008."""
    channel = visible_channel(call)
    # Since February 2026 MANAGE_MESSAGES no longer suffices.
    call.world.require(call.bot_id, channel, perms.PIN_MESSAGES)
    return channel, messages.get(call.world, channel.id, call.params["message"])


def _before(call: Call) -> datetime | None:
    text = call.query.get("before")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        message = f'Could not parse "{text}". Should be ISO8601.'
        raise form_error(("before",), "DATE_TIME_TYPE_PARSE", message) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
