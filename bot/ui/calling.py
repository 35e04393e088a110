"""Messages that call somebody, with the one line that a phone shows on its lock screen.

A message of components alone pushes an empty text, so what calls is a classic message: that line as its
content, its words and pictures in embeds, its rows of buttons. It is one request; a line that became the
whole by an edit would be two, and something half said where the second one fails.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.ui import discord_errors, items, markdown
from bot.ui.items import Screen
from bot.ui.markdown import CommandLinks

_MOST_TEXT = 4096
"""Characters in the description of an embed; of all together a message takes more."""


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
    place: discord.abc.Messageable,
    screen: Screen,
    links: CommandLinks,
    *,
    mentions: discord.AllowedMentions,
    nonce: str | None = None,
) -> discord.Message:
    """Send a screen. Repeated with the same nonce, it shows once. Where the bot may not embed links, phones
    show an empty line, and the rest is there all the same."""
    once: Any = {"allowed_mentions": mentions, "nonce": nonce, "silent": screen.quiet}
    try:
        return await place.send(**as_new(screen, links), **once)
    except discord.Forbidden as error:
        if error.code != discord_errors.MISSING_PERMISSIONS or not screen.push:
            raise
    for file in screen.files:
        file.reset()
    return await place.send(**screen.as_new(links), **once)


def sentence(text: str, *rows: ui.Item[Any]) -> Screen:
    """A sentence, which is what a phone shows too."""
    return Screen(items.sentence(text, *rows), push=markdown.on_a_lock_screen(text))


def as_new(screen: Screen, links: CommandLinks, *, may_embed: bool = True) -> dict[str, Any]:
    """Arguments of a send by which a screen calls; of one that calls nobody, or may not, those it has
    anyway."""
    return _classic(screen, links) if screen.push and may_embed else screen.as_new(links)


def _classic(screen: Screen, links: CommandLinks) -> dict[str, Any]:
    """Arguments of a send of the classic form. It has no buttons beside words, and at most five rows."""
    parts = list(_flat(screen.view))
    rows = [part for part in parts if isinstance(part, ui.ActionRow)]
    return {
        "content": markdown.with_names(screen.push),
        "embeds": _linked(_cards(parts, screen.push), links),
        "files": screen.files,
        "view": _buttons(rows),
    }


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
