"""Removal of words from messages that were posted before a moderator removed a text."""

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
"""Seconds after which a message that is being sent has been sent."""
INSTEAD = "(removed by a moderator)"
_TEXTS = ("content", "description")
"""The keys of words in Discord's messages: those of texts and embeds, and the alt texts of pictures."""

_OURS = ("description", "color", "image", "thumbnail")
"""The parts of embeds that the bot sets; Discord adds the rest."""


async def lose_words(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Take removed words out of a message, and delete it if Discord takes no edit; return None.

    A message that shows removed names is deleted at once. Raises RetryAfter while the message is being sent.
    """
    payload = message.payload
    async with ctx.app.database.read() as r:
        sent = await outbox.get(r, payload["row"])
    if sent is not None and sent.is_under_way:
        raise RetryAfter(_A_MOMENT_SECONDS)
    found = None if sent is None or sent.message_id is None else await _fetch(ctx, payload, sent.message_id)
    if found is not None and "names" in payload:
        if _shows(found, payload["names"]):
            await found.delete()
    elif found is not None:
        said = _build_edit(found, payload)
        if said is not None:
            await _edit_or_delete(ctx, found, said)
    return None


async def _fetch(ctx: UiContext, payload: Mapping[str, Any], id: int) -> discord.Message | None:
    """Return the message; None if it's gone or can't be seen anymore."""
    places = [ctx.client.get_partial_messageable(place) for place in payload["places"]]
    if payload["to"] is not None:
        direct = await ctx.direct.find_channel(payload["to"])
        places = [] if direct is None else [direct]
    for place in places:
        try:
            return await place.fetch_message(id)
        except (discord.NotFound, discord.Forbidden):
            continue
    return None


def _shows(message: discord.Message, names: Iterable[str]) -> bool:
    """Return whether one of the names is in a message's texts or its pictures' alt texts."""
    shown = "\n".join(_texts_of([part.to_dict() for part in message.components]))
    return any(markdown.plain((name,)) in shown or name in shown for name in names)


def _texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from [item] if key in _TEXTS else _texts_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts_of(item)


def _build_edit(message: discord.Message, payload: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what to send in an edit; None if neither the words nor their action are in the message."""
    words, action, bare = payload["words"], payload["action"], payload["bare"]
    shown = {
        f"“{markdown.plain((words,))}”": INSTEAD,
        f"“{words}”": INSTEAD,
        markdown.plain((action,)): markdown.plain((bare,)),
        action: bare,
    }
    embeds = [
        {key: kept for key, kept in embed.to_dict().items() if key in _OURS} for embed in message.embeds
    ]
    said: dict[str, Any] = {
        "content": message.content,
        "components": [part.to_dict() for part in message.components],
        "embeds": embeds,
        "attachments": [
            {"id": str(file.id), "description": file.description} for file in message.attachments
        ],
    }
    without = _without(said, shown)
    if without == said:
        return None
    without = _with_own_files(without)
    # Files in components and embeds aren't in `attachments`; sending an empty list would remove them.
    files = {"attachments": without["attachments"]} if message.attachments else {}
    if message.flags.components_v2:
        return {"components": without["components"], "flags": message.flags.value, **files}
    return {"content": without["content"], "embeds": without["embeds"], **files}


def _without(value: Any, shown: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {
            key: _replace(item, shown) if key in _TEXTS and isinstance(item, str) else _without(item, shown)
            for key, item in value.items()
        }
    return [_without(item, shown) for item in value] if isinstance(value, list) else value


def _replace(text: str, shown: Mapping[str, str]) -> str:
    for words, instead in shown.items():
        text = text.replace(words, instead)
    return text


def _with_own_files(value: Any) -> Any:
    """Return components or embeds with the message's own attachments as pictures: their addresses expire."""
    if isinstance(value, Mapping):
        if "url" in value and ("proxy_url" in value or set(value) == {"url"}):
            name = str(value["url"]).partition("?")[0].rpartition("/")[2]
            kept = {"description": value["description"]} if value.get("description") else {}
            return {"url": f"attachment://{name}", **kept}
        return {key: _with_own_files(item) for key, item in value.items()}
    return [_with_own_files(item) for item in value] if isinstance(value, list) else value


async def _edit_or_delete(ctx: UiContext, message: discord.Message, said: Mapping[str, Any]) -> None:
    path = "/channels/{channel_id}/messages/{message_id}"
    route = discord.http.Route("PATCH", path, channel_id=message.channel.id, message_id=message.id)
    try:
        await ctx.client.http.request(route, json={**said, "allowed_mentions": {"parse": ["users"]}})
    except discord.NotFound:
        return
    except (discord.HTTPException, discord.RateLimited) as error:
        # Discord allows few edits of old messages (30046), and this one can't wait.
        if isinstance(error, discord.HTTPException) and error.status >= 500:
            raise
        log.info("a message with removed words takes no edit, so it's deleted: %s", error)
        await message.delete()
