"""Messages that were posted before a text was removed: they lose its words, too."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord

from bot.core.sending import RetryAfter
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.text import markdown
from storage.rows import QueuedMessage
from storage.tables import outbox

log = logging.getLogger(__name__)

_A_MOMENT_SECONDS = 2
"""By then, what is being sent has been sent."""
INSTEAD = "(removed by a moderator)"
_TEXTS = ("content", "description")
"""Where words are in what Discord tells of a message: texts, embeds, and what pictures say to those who can't
see them."""

_OURS = ("description", "color", "image", "thumbnail")
"""What our embeds are made of; the rest is Discord's to say."""


async def lose_words(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Edit a message that shows the words; where Discord takes no edit, delete it."""
    payload = message.payload
    async with ctx.app.database.read() as r:
        sent = await outbox.get(r, payload["row"])
    if sent is not None and sent.is_under_way:
        raise RetryAfter(_A_MOMENT_SECONDS)
    found = None if sent is None or sent.message_id is None else await _found(ctx, payload, sent.message_id)
    if found is not None and "names" in payload:
        if _shows(found, payload["names"]):
            await found.delete()
    elif found is not None:
        said = _changed(found, payload)
        if said is not None:
            await _edit_or_delete(ctx, found, said)
    return None


async def _found(ctx: UiContext, payload: Mapping[str, Any], id: int) -> discord.Message | None:
    """The message, None where it's gone, or can't be seen any more."""
    places = [ctx.client.get_partial_messageable(place) for place in payload["places"]]
    if payload["to"] is not None:
        direct = await ctx.direct.known(payload["to"])
        places = [] if direct is None else [direct]
    for place in places:
        try:
            return await place.fetch_message(id)
        except (discord.NotFound, discord.Forbidden):
            continue
    return None


def _shows(message: discord.Message, names: Iterable[str]) -> bool:
    """Whether a name is in its texts, or in what its pictures say to those who can't see them."""
    shown = "\n".join(_texts_of([one.to_dict() for one in message.components]))
    return any(markdown.plain((name,)) in shown or name in shown for name in names)


def _texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from [one] if key in _TEXTS and isinstance(one, str) else _texts_of(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts_of(one)


def _changed(message: discord.Message, payload: Mapping[str, Any]) -> dict[str, Any] | None:
    """What to send in an edit; None where neither the words nor their action is in the message."""
    words, action, bare = payload["words"], payload["action"], payload["bare"]
    shown = {
        f"“{markdown.plain((words,))}”": INSTEAD,
        f"“{words}”": INSTEAD,
        markdown.plain((action,)): markdown.plain((bare,)),
        action: bare,
    }
    embeds = [{key: kept for key, kept in one.to_dict().items() if key in _OURS} for one in message.embeds]
    said: dict[str, Any] = {
        "content": message.content,
        "components": [one.to_dict() for one in message.components],
        "embeds": embeds,
        "attachments": [{"id": str(one.id), "description": one.description} for one in message.attachments],
    }
    without = _without(said, shown)
    if without == said:
        return None
    without = _with_own_files(without)
    # What components and embeds show is listed nowhere else, and an empty list would take it away.
    files = {"attachments": without["attachments"]} if message.attachments else {}
    if message.flags.components_v2:
        return {"components": without["components"], "flags": message.flags.value, **files}
    return {"content": without["content"], "embeds": without["embeds"], **files}


def _without(value: Any, shown: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {
            key: _replaced(one, shown) if key in _TEXTS and isinstance(one, str) else _without(one, shown)
            for key, one in value.items()
        }
    return [_without(one, shown) for one in value] if isinstance(value, list) else value


def _replaced(text: str, shown: Mapping[str, str]) -> str:
    for words, instead in shown.items():
        text = text.replace(words, instead)
    return text


def _with_own_files(value: Any) -> Any:
    """The same with pictures as the message's own attachments: their addresses expire."""
    if isinstance(value, Mapping):
        if "url" in value and ("proxy_url" in value or set(value) == {"url"}):
            name = str(value["url"]).partition("?")[0].rpartition("/")[2]
            kept = {"description": value["description"]} if value.get("description") else {}
            return {"url": f"attachment://{name}", **kept}
        return {key: _with_own_files(one) for key, one in value.items()}
    return [_with_own_files(one) for one in value] if isinstance(value, list) else value


async def _edit_or_delete(ctx: UiContext, message: discord.Message, said: Mapping[str, Any]) -> None:
    path = "/channels/{channel_id}/messages/{message_id}"
    route = discord.http.Route("PATCH", path, channel_id=message.channel.id, message_id=message.id)
    try:
        await ctx.client.http.request(route, json={**said, "allowed_mentions": {"parse": []}})
    except discord.NotFound:
        return
    except (discord.HTTPException, discord.RateLimited) as error:
        # Old messages may be edited only rarely (30046), and this one can't wait.
        if isinstance(error, discord.HTTPException) and error.status >= 500:
            raise
        log.info("a message with removed words takes no edit, so it's deleted: %s", error)
        await message.delete()
