"""Messages that call somebody, with the one line that a phone shows on its lock screen.

A message of components alone pushes an empty text, so what calls is a classic message: that line as its
content, its words and pictures in embeds, its rows of buttons. It is one request; a line that became the
whole by an edit would be two, and something half said where the second one fails.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Protocol

import discord
from discord import ui

from bot.core.app_context import AppContext
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.requests import discord_errors
from bot.discord_kit.text import markdown
from bot.discord_kit.text.markdown import CommandLinks

_MOST_TEXT = 4096
"""Characters in the description of an embed; of all together a message takes more."""
_MOST_CONTENT = 2000


class SendContext(Protocol):
    """The parts of the UiContext that a message needs."""

    app: AppContext
    links: CommandLinks


class _Card(discord.Embed):
    """An embed whose picture has an alternative text, which discord.py can't say; and without flags, which it
    sends although they are Discord's to set."""

    alt = ""

    def to_dict(self) -> Any:
        made: dict[str, Any] = {**super().to_dict()}
        made.pop("flags", None)
        if "image" in made:
            made["image"] = {**made["image"], "description": self.alt}
        return made


async def send(
    ctx: SendContext,
    place: discord.abc.Messageable,
    screen: Screen,
    *,
    pinged: int | None = None,
    nonce: str | None = None,
) -> discord.Message:
    """Send a screen, and ping a person whom its line mentions. Repeated with the same nonce, it shows once.
    Where the bot may not embed links, its words are plain content."""
    screen = await items.name_people(ctx.app.database, screen, {pinged} if pinged else ())
    once: Any = {"allowed_mentions": pinging(pinged), "nonce": nonce, "silent": screen.quiet}
    try:
        return await place.send(**as_new(screen, ctx.links), **once)
    except discord.Forbidden as error:
        if error.code != discord_errors.MISSING_PERMISSIONS or not screen.push:
            raise
    for file in screen.files:
        file.reset()
    return await place.send(**as_new(screen, ctx.links, may_embed=False), **once)


def pinging(person: int | None) -> discord.AllowedMentions:
    """Return what lets a message ping one person, or no one."""
    users = [discord.Object(person)] if person is not None else False
    return discord.AllowedMentions(users=users, roles=False, everyone=False)


def sentence(text: str, *rows: ui.Item[Any]) -> Screen:
    """A sentence, which is what a phone shows too."""
    return Screen(items.sentence(text, *rows), push=markdown.on_a_lock_screen(text))


def as_new(screen: Screen, links: CommandLinks, *, may_embed: bool = True) -> dict[str, Any]:
    """Return the arguments of a send by which a screen calls; of one that calls no one, those it has anyway.

    The classic form has no buttons beside words, and at most five rows."""
    if not screen.push:
        return screen.as_new(links)
    parts = list(_flat(screen.view))
    rows = [part for part in parts if isinstance(part, ui.ActionRow)]
    cards, line = _linked(_cards(parts, screen.push), links), markdown.with_names(screen.push)
    words = [line, *(card.description for card in cards if card.description)]
    said = {"content": line, "embeds": cards} if may_embed else {"content": "\n".join(words)[:_MOST_CONTENT]}
    return {**said, "files": screen.files, "view": _buttons(rows)}


def _flat(view: ui.LayoutView) -> Iterator[ui.Item[Any]]:
    for part in view.children:
        yield from part.children if isinstance(part, ui.Container) else (part,)


def _cards(parts: list[ui.Item[Any]], push: str) -> list[discord.Embed]:
    """The words and pictures as embeds, each of some words and a picture below them; none where the line says
    it all."""
    cards = list[_Card]()
    for part in parts:
        if isinstance(part, ui.MediaGallery):
            for item in part.items:
                card = _open(cards)
                card.set_image(url=item.media.url)
                card.alt = item.description or ""
        elif texts := _texts(part):
            card = _open(cards)
            card.description = "\n".join(filter(None, (card.description, *texts)))
            if isinstance(part, ui.Section) and isinstance(part.accessory, ui.Thumbnail):
                card.set_thumbnail(url=part.accessory.media.url)
    return [card for card in cards if card.image.url or card.description not in ("", push)]


def _linked(cards: list[discord.Embed], links: CommandLinks) -> list[discord.Embed]:
    """The embeds, in whose words commands are links now; the line of a lock screen stays plain."""
    linked = links.linked([card.description or "" for card in cards], _MOST_TEXT)
    for card, description in zip(cards, linked, strict=True):
        card.description = description or None
    return cards


def _open(cards: list[_Card]) -> _Card:
    """The last card while it has no picture, or a new one."""
    if not cards or cards[-1].image.url:
        cards.append(_Card(colour=items.ACCENT))
    return cards[-1]


def _texts(part: ui.Item[Any]) -> list[str]:
    inside = part.children if isinstance(part, ui.Section) else [part]
    return [one.content for one in inside if isinstance(one, ui.TextDisplay)]


def _buttons(rows: list[ui.ActionRow[Any]]) -> ui.View:
    """The same buttons in a view of rows; it listens to nothing, as in `items.message`."""
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for tap in row.children:
            same = copy.copy(tap)
            same.row = number
            view.add_item(same)
    view.stop()
    return view
