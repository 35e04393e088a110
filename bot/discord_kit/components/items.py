"""Stateless building blocks of messages: buttons, selects, rows, texts, pictures, and whole screens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.discord_kit.components.buttons import Button, Nothing
from bot.discord_kit.text import markdown, names
from bot.discord_kit.text.markdown import CommandLinks
from storage.engine.database import Database

_MOST_LETTERS = 3800
"""Characters used of the 4,000 that Discord allows for all texts of a message."""
_NO_FILE = "-# There's a file for you here, but this server takes no uploads. Ask for it in our DMs."


def in_words(screen: ui.LayoutView, more: str) -> ui.LayoutView:
    """Return a copy of a layout with alternative texts in place of pictures, and a last line `more`."""
    room = _MOST_LETTERS - len(more) - sum(len(text.content) for text in list_texts(screen))
    view = ui.LayoutView(timeout=None)
    for part in screen.children:
        if isinstance(part, ui.Container):
            inside, room = _replace_files(part.children, room)
            view.add_item(ui.Container(*inside, *_line(more), accent_colour=part.accent_colour))
        else:
            (same, *_), room = _replace_files([part], room)
            view.add_item(same)
    view.stop()
    return view


def _line(text: str) -> list[ui.TextDisplay[Any]]:
    return [ui.TextDisplay(text)] if text else []


def _replace_files(parts: list[ui.Item[Any]], room: int) -> tuple[list[ui.Item[Any]], int]:
    """Replace the parts that show files by text; return the new parts and the characters left."""
    told = list[ui.Item[Any]]()
    for part in parts:
        said = _in_words(part)
        if said is None:
            told.append(part)
        elif said[:room]:
            told.append(ui.TextDisplay(said[:room]))
        room -= len(said or "") if not isinstance(part, ui.Section) else 0
    return told, max(room, 0)


def _in_words(part: ui.Item[Any]) -> str | None:
    """Return the text that replaces a part with a file, or None for any other part."""
    if isinstance(part, ui.MediaGallery):
        return "\n".join(filter(None, (item.description for item in part.items)))
    if isinstance(part, ui.Section) and isinstance(part.accessory, ui.Thumbnail):
        return "\n".join(display.content for display in part.children if isinstance(display, ui.TextDisplay))
    return _NO_FILE if isinstance(part, ui.File) else None


MOST = 40
"""Discord's maximum number of components in a message; rows and frames count, too."""
MOST_TEXT = 4000
"""Discord's maximum number of characters in all texts of a message."""
ACCENT = discord.Colour(0x3B6EA8)
QUIET = discord.ButtonStyle.secondary
STRONG = discord.ButtonStyle.primary
GOOD = discord.ButtonStyle.success
BAD = discord.ButtonStyle.danger

Tap = ui.Button[Any] | ui.Select[Any]
"""A component to tap. Its custom_id says what it does, and `dispatch` handles the tap."""


def button(
    label: str,
    tap: Button,
    style: discord.ButtonStyle = QUIET,
    *,
    disabled: bool = False,
) -> ui.Button[Any]:
    """Return a button; its label is cut to 80 characters."""
    return ui.Button(label=label[:80], custom_id=tap.custom_id, style=style, disabled=disabled)


class Ending(ui.Button[Any]):
    """A button that ends a turn or a part of one; it is never placed where the player has just tapped."""


def ending(label: str, tap: Button, style: discord.ButtonStyle = QUIET) -> Ending:
    """Return a button that ends a turn or a part of one."""
    return Ending(label=label[:80], custom_id=tap.custom_id, style=style)


def label(text: str, key: str, style: discord.ButtonStyle = QUIET) -> ui.Button[Any]:
    """Return a disabled button that shows the reader's position, such as “2 of 5”."""
    return button(text, Nothing(key), style, disabled=True)


def nothing(key: str) -> ui.Button[Any]:
    """Return a disabled button that only fills a place."""
    return label("·", key)


def select(placeholder: str, tap: Button, options: list[discord.SelectOption]) -> ui.Select[Any]:
    """Return a select that takes exactly one of at most 25 options."""
    return ui.Select(custom_id=tap.custom_id, placeholder=placeholder[:150], options=options)


def several(placeholder: str, tap: Button, options: list[discord.SelectOption]) -> ui.Select[Any]:
    """Return a select that takes any number of at most 25 options, including none."""
    return ui.Select(
        custom_id=tap.custom_id,
        placeholder=placeholder[:150],
        options=options,
        min_values=0,
        max_values=len(options),
    )


def row(*items: ui.Item[Any]) -> ui.ActionRow[Any]:
    """Return one row of components."""
    return ui.ActionRow(*items)


def rows(taps: Sequence[Tap], columns: int = 5) -> list[ui.ActionRow[Any]]:
    """Arrange buttons in rows of `columns` each."""
    return [row(*taps[start : start + columns]) for start in range(0, len(taps), columns)]


def within(parts: Sequence[ui.Item[Any]], taps: Sequence[Tap]) -> list[ui.ActionRow[Any]]:
    """Return rows with as many of the buttons as a framed message with the given parts has room for."""
    inside = (len(part.children) if isinstance(part, ui.ActionRow) else 0 for part in parts)
    room = MOST - len(("the frame", *parts)) - sum(inside)
    sizes = (number + -(-number // 5) for number in range(1, len(taps) + 1))
    return rows(taps[: sum(size <= room for size in sizes)])


def pager(
    number: int, pages: int, to_page: Callable[[int], Button], back: str = "◀", on: str = "▶", name: str = ""
) -> list[ui.ActionRow[Any]]:
    """Return a row of buttons to the pages beside page `number` (from 0), or no row for a single page.

    The page's name stands between them, by default “1 of 3”.
    """
    if pages == 1:
        return []
    taps = (
        button(back, to_page(number - 1), disabled=number == 0),
        label(name or f"{number + 1} of {pages}", "page"),
        button(on, to_page(number + 1), disabled=number == pages - 1),
    )
    return [row(*taps)]


def text(content: str) -> ui.TextDisplay[Any]:
    """Return a paragraph of markdown, cut to 3,500 characters."""
    return ui.TextDisplay(content[:3500])


def picture(name: str, alt: str) -> ui.MediaGallery[Any]:
    """Return a gallery of one picture, a file attached to the same message, with its alternative text."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))


def message(*items: ui.Item[Any], after: tuple[ui.Item[Any], ...] = ()) -> ui.LayoutView:
    """Return a layout with a framed part and the items of `after` below the frame.

    The layout is stopped because `dispatch` handles every tap. Otherwise discord.py would keep each sent
    layout in memory, an ephemeral one for a quarter of an hour.
    """
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=ACCENT))
    for item in after:
        view.add_item(item)
    view.stop()
    return view


def sentence(content: str, *rows: ui.Item[Any]) -> ui.LayoutView:
    """Return a layout that consists of a text and optional rows of buttons."""
    return message(text(content), *rows)


def show_picture(file: discord.File) -> ui.MediaGallery[Any]:
    """Return a gallery with the given picture, which must be attached to the same message."""
    return picture(file.filename, file.description or "")


class PanelOf(NamedTuple):
    """The match whose private panel a screen is."""

    match: str
    title: str
    is_over: bool


@dataclass(frozen=True)
class Screen:
    """A message ready to send: its layout and its files.

    Attributes:
        push: The line for the phone's lock screen, in plain words and without secrets. Empty if the message
            doesn't notify; `bot.discord_kit.requests.calling` sends those that do.
        quiet: Whether the message arrives without a sound.
        panel: The match whose panel this is; None for any other screen.
    """

    view: ui.LayoutView
    files: list[discord.File] = field(default_factory=list)
    push: str = ""
    quiet: bool = False
    panel: PanelOf | None = None

    def in_words(self, more: str = "") -> Screen:
        """Return the screen without files, with the pictures' alternative texts and a last line `more`."""
        return Screen(in_words(self.view, more), [], self.push, self.quiet)

    @property
    def mentioned(self) -> set[int]:
        """The ids of the people mentioned in the texts and the push line."""
        texts = [*(part.content for part in list_texts(self.view)), self.push]
        return {int(id) for text in texts for id in markdown.MENTION.findall(text)}

    def replace_mentions(
        self, names: Mapping[int, str], brief: Mapping[int, str], pinged: Collection[int]
    ) -> Screen:
        """Return the screen with names in place of mentions; the texts of its layout change in place.

        Args:
            names: Names by person id.
            brief: Shorter names, used in the layout if the whole ones exceed a message's 4,000 characters.
            pinged: Ids of the people whose mentions stay in the push line; without one, in the layout, where
                Discord resolves mentions that may ping.

        Raises:
            KeyError: If a person whose mention is replaced has no name.
        """
        parts, kept = list_texts(self.view), () if self.push else pinged
        texts = [markdown.replace_mentions(part.content, names, kept) for part in parts]
        if sum(map(len, texts)) > MOST_TEXT:
            texts = [markdown.replace_mentions(part.content, brief, kept) for part in parts]
        for part, text in zip(parts, texts, strict=True):
            part.content = text
        return replace(self, push=markdown.replace_mentions(self.push, names, pinged))

    def as_new(self, links: CommandLinks) -> dict[str, Any]:
        """Return the keyword arguments for sending the screen, with command links.

        Returns:
            "view" and "files"; the texts of the view change in place.
        """
        return {"view": _link_commands(self.view, links), "files": self.files}

    def as_edit(self, links: CommandLinks) -> dict[str, Any]:
        """Return the keyword arguments for an edit; it also replaces the old push line and files."""
        view = _link_commands(self.view, links)
        return {"content": None, "embeds": [], "view": view, "attachments": self.files}


def _link_commands(view: ui.LayoutView, links: CommandLinks) -> ui.LayoutView:
    """Replace command names in the view's texts by links, in place; return the view."""
    texts = list_texts(view)
    linked = links.link_commands([part.content for part in texts], MOST_TEXT)
    for part, content in zip(texts, linked, strict=True):
        part.content = content
    return view


def list_texts(part: Any) -> list[ui.TextDisplay[Any]]:
    """Return the texts of a layout or of a part of it, except those of buttons."""
    if isinstance(part, ui.TextDisplay):
        return [part]
    inside = () if isinstance(part, ui.ActionRow) else getattr(part, "children", ())
    return [text for child in inside for text in list_texts(child)]


_BRIEF = 10
"""Letters of a brief name: even with escapes, it takes no more characters than a mention."""
NO_ONE: Mapping[int, str] = MappingProxyType({})


async def name_people(
    database: Database, screen: Screen, pinged: Collection[int] = (), met: Mapping[int, str] = NO_ONE
) -> Screen:
    """Return the screen with names in place of mentions.

    Discord resolves a mention that may not ping, and any mention in an embed, from the reader's cache; other
    readers see `<@123…>` (api-docs#1479).

    Args:
        database: Source of the names.
        screen: The screen; the texts of its layout change in place.
        pinged: Ids of the people whose mentions stay, as in `Screen.replace_mentions`.
        met: Names of people who may be missing in the database.
    """
    mentioned = screen.mentioned
    if not mentioned:
        return screen
    known = {id: name for id, (name, _) in (await names.names_of(database, sorted(mentioned))).items()}
    said = {id: known.get(id) or met.get(id, "") for id in mentioned}
    whole, brief = (
        {id: names.format_name(name[:most]) for id, name in said.items()} for most in (None, _BRIEF)
    )
    return screen.replace_mentions(whole, brief, pinged)
