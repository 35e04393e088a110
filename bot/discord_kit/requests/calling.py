"""Messages that notify a person, with a line of text for the phone's lock screen.

A message of components pushes an empty text, so a notifying message is a classic one: the line as content,
words and pictures as embeds, and rows of buttons. It takes a single request; sending the line and editing in
the rest would take two, and leave half a message if the second one failed.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator
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
"""Discord's maximum length of an embed's description; all of a message's together may be longer."""
_MOST_CONTENT = 2000


class SendContext(Protocol):
    """The parts of UiContext that sending a message needs."""

    app: AppContext
    links: CommandLinks


class _Card(discord.Embed):
    """An embed with its picture's alternative text, and without flags, which only Discord may set."""

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
    pinged: Collection[int] = (),
    nonce: str | None = None,
) -> discord.Message:
    """Send a screen, and ping people mentioned in its push line.

    Without the permission to embed links, the words are sent as plain content instead.

    Args:
        ctx: The app context and the command links.
        place: The channel, thread or DM.
        screen: The screen; the texts of its layout change in place.
        pinged: The ids of the people who may be pinged.
        nonce: A key; Discord shows repeated sends with the same nonce only once.

    Raises:
        discord.HTTPException: If Discord refuses the message.
    """
    screen = await items.name_people(ctx.app.database, screen, pinged)
    once: Any = {"allowed_mentions": pinging(pinged), "nonce": nonce, "silent": screen.quiet}
    try:
        return await place.send(**as_new(screen, ctx.links), **once)
    except discord.Forbidden as error:
        if error.code != discord_errors.MISSING_PERMISSIONS or not screen.push:
            raise
    for file in screen.files:
        file.reset()
    return await place.send(**as_new(screen, ctx.links, may_embed=False), **once)


def pinging(people: Collection[int]) -> discord.AllowedMentions:
    """Return which mentions of a message ping: those of these people, maybe none."""
    users = [discord.Object(person) for person in people] or False
    return discord.AllowedMentions(users=users, roles=False, everyone=False)


def sentence(text: str, *rows: ui.Item[Any]) -> Screen:
    """Return a screen of one sentence that is also its push line."""
    return Screen(items.sentence(text, *rows), push=markdown.on_a_lock_screen(text))


def as_new(screen: Screen, links: CommandLinks, *, may_embed: bool = True) -> dict[str, Any]:
    """Return the keyword arguments for sending a screen in its notifying form.

    A screen without a push line gets the arguments of a normal send. The classic form has no buttons beside
    words, and at most five rows.

    Args:
        screen: The screen to send.
        links: Links for the commands in its texts.
        may_embed: Whether the bot may use embeds; if not, the words are content of at most 2,000 characters.
    """
    if not screen.push:
        return screen.as_new(links)
    parts = list(_flat(screen.view))
    rows = [part for part in parts if isinstance(part, ui.ActionRow)]
    cards, line = _link_commands(_cards(parts, screen.push), links), markdown.with_names(screen.push)
    words = [line, *(card.description for card in cards if card.description)]
    said = {"content": line, "embeds": cards} if may_embed else {"content": "\n".join(words)[:_MOST_CONTENT]}
    return {**said, "files": screen.files, "view": _buttons(rows)}


def _flat(view: ui.LayoutView) -> Iterator[ui.Item[Any]]:
    for part in view.children:
        yield from part.children if isinstance(part, ui.Container) else (part,)


def _cards(parts: list[ui.Item[Any]], push: str) -> list[discord.Embed]:
    """Return the words and pictures as embeds, without those that would only repeat the push line."""
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


def _link_commands(cards: list[discord.Embed], links: CommandLinks) -> list[discord.Embed]:
    """Turn commands in the embeds' descriptions into links, in place; the push line stays plain."""
    linked = links.link_commands([card.description or "" for card in cards], _MOST_TEXT)
    for card, description in zip(cards, linked, strict=True):
        card.description = description or None
    return cards


def _open(cards: list[_Card]) -> _Card:
    """Return the last card if it has no picture yet, or append a new one."""
    if not cards or cards[-1].image.url:
        cards.append(_Card(colour=items.ACCENT))
    return cards[-1]


def _texts(part: ui.Item[Any]) -> list[str]:
    inside = part.children if isinstance(part, ui.Section) else [part]
    return [display.content for display in inside if isinstance(display, ui.TextDisplay)]


def _buttons(rows: list[ui.ActionRow[Any]]) -> ui.View:
    """Return copies of the buttons in a classic view, stopped as in `items.message`."""
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for tap in row.children:
            same = copy.copy(tap)
            same.row = number
            view.add_item(same)
    view.stop()
    return view
