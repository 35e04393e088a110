"""The few kinds of things on our messages, made so that they need no memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import discord
from discord import ui

from bot.discord_kit.components.buttons import Button, Nothing
from bot.discord_kit.text import markdown, names
from bot.discord_kit.text.markdown import CommandLinks
from storage.engine.database import Database

_MOST_LETTERS = 3800
"""Of the 4,000 that all texts of a message may have together."""
_NO_FILE = "-# There's a file for you here, but this server takes no uploads. Ask for it in our DMs."


def in_words(screen: ui.LayoutView, more: str) -> ui.LayoutView:
    """The same with the alternative text of each picture in its place; `more`: a last line."""
    room = _MOST_LETTERS - len(more) - sum(len(text) for text in _text_parts(screen))
    view = ui.LayoutView(timeout=None)
    for part in screen.children:
        if isinstance(part, ui.Container):
            inside, room = _told(part.children, room)
            view.add_item(ui.Container(*inside, *_line(more), accent_colour=part.accent_colour))
        else:
            (same, *_), room = _told([part], room)
            view.add_item(same)
    view.stop()
    return view


def _line(text: str) -> list[ui.TextDisplay[Any]]:
    return [ui.TextDisplay(text)] if text else []


def _text_parts(view: ui.LayoutView) -> Iterator[str]:
    return (item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def _told(parts: list[ui.Item[Any]], room: int) -> tuple[list[ui.Item[Any]], int]:
    """The parts in words, and how many letters are left for those after them."""
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
    """What is said instead of a part that shows a file; None for any other part."""
    if isinstance(part, ui.MediaGallery):
        return "\n".join(filter(None, (item.description for item in part.items)))
    if isinstance(part, ui.Section) and isinstance(part.accessory, ui.Thumbnail):
        return "\n".join(one.content for one in part.children if isinstance(one, ui.TextDisplay))
    return _NO_FILE if isinstance(part, ui.File) else None


MOST = 40
"""So many components Discord takes in a message, rows and frames among them."""
MOST_TEXT = 4000
"""Characters in all texts of a message."""
ACCENT = discord.Colour(0x3B6EA8)
QUIET = discord.ButtonStyle.secondary
STRONG = discord.ButtonStyle.primary
GOOD = discord.ButtonStyle.success
BAD = discord.ButtonStyle.danger

Tap = ui.Button[Any] | ui.Select[Any]
"""Something to tap; what it does is in its custom_id, and `dispatch` hears it."""


def button(
    label: str,
    tap: Button,
    style: discord.ButtonStyle = QUIET,
    *,
    disabled: bool = False,
) -> ui.Button[Any]:
    """A button."""
    return ui.Button(label=label[:80], custom_id=tap.custom_id, style=style, disabled=disabled)


class Ending(ui.Button[Any]):
    """A button that ends a turn or a part of one: it's kept away from where somebody has just tapped."""


def ending(label: str, tap: Button, style: discord.ButtonStyle = QUIET) -> Ending:
    """A button that ends a turn or a part of one."""
    return Ending(label=label[:80], custom_id=tap.custom_id, style=style)


def label(text: str, key: str, style: discord.ButtonStyle = QUIET) -> ui.Button[Any]:
    """A button that can't be tapped and says where the reader is."""
    return button(text, Nothing(key), style, disabled=True)


def nothing(key: str) -> ui.Button[Any]:
    """A button that can't be tapped and keeps a place."""
    return label("·", key)


def select(placeholder: str, tap: Button, options: list[discord.SelectOption]) -> ui.Select[Any]:
    """A select of one of at most 25 options."""
    return ui.Select(custom_id=tap.custom_id, placeholder=placeholder[:150], options=options)


def several(placeholder: str, tap: Button, options: list[discord.SelectOption]) -> ui.Select[Any]:
    """A select of any number of at most 25 options."""
    return ui.Select(
        custom_id=tap.custom_id,
        placeholder=placeholder[:150],
        options=options,
        min_values=0,
        max_values=len(options),
    )


def row(*items: ui.Item[Any]) -> ui.ActionRow[Any]:
    """One row of a message."""
    return ui.ActionRow(*items)


def rows(taps: Sequence[Tap], columns: int = 5) -> list[ui.ActionRow[Any]]:
    """Rows of so many buttons each."""
    return [row(*taps[start : start + columns]) for start in range(0, len(taps), columns)]


def within(parts: Sequence[ui.Item[Any]], taps: Sequence[Tap]) -> list[ui.ActionRow[Any]]:
    """Rows of those of the taps for which a message with these parts still has room."""
    inside = (len(part.children) if isinstance(part, ui.ActionRow) else 0 for part in parts)
    room = MOST - len(("the frame", *parts)) - sum(inside)
    sizes = (number + -(-number // 5) for number in range(1, len(taps) + 1))
    return rows(taps[: sum(size <= room for size in sizes)])


def pager(
    number: int, pages: int, to_page: Callable[[int], Button], back: str = "◀", on: str = "▶"
) -> list[ui.ActionRow[Any]]:
    """Buttons to the pages beside this one, which count from 0; nothing where there is one page alone."""
    if pages == 1:
        return []
    taps = (
        button(back, to_page(number - 1), disabled=number == 0),
        label(f"{number + 1} of {pages}", "page"),
        button(on, to_page(number + 1), disabled=number == pages - 1),
    )
    return [row(*taps)]


def text(content: str) -> ui.TextDisplay[Any]:
    """A paragraph of markdown."""
    return ui.TextDisplay(content[:3500])


def picture(name: str, alt: str) -> ui.MediaGallery[Any]:
    """A picture that is attached to the same message."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))


def message(*items: ui.Item[Any], after: tuple[ui.Item[Any], ...] = ()) -> ui.LayoutView:
    """A message: a framed part, and what stands below the frame.

    It listens to nothing, since `dispatch` hears every tap: else discord.py would keep it after it is sent,
    one that only its reader sees for a quarter of an hour."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=ACCENT))
    for item in after:
        view.add_item(item)
    view.stop()
    return view


def sentence(content: str, *rows: ui.Item[Any]) -> ui.LayoutView:
    """A message that is only words, and maybe a row of buttons."""
    return message(text(content), *rows)


def shown(file: discord.File) -> ui.MediaGallery[Any]:
    """A picture of ours, attached to the same message."""
    return picture(file.filename, file.description or "")


@dataclass(frozen=True)
class Screen:
    """A message as it is sent: its layout and its files.

    push: where it calls somebody, the one line that a phone shows on its lock screen: plain words, no secret.
    `bot.discord_kit.requests.calling` sends such a message; `quiet`: without a sound."""

    view: ui.LayoutView
    files: list[discord.File] = field(default_factory=list)
    push: str = ""
    quiet: bool = False

    def in_words(self, more: str = "") -> Screen:
        """The same without files: what its pictures show is said; `more`: a last line."""
        return Screen(in_words(self.view, more), [], self.push, self.quiet)

    @property
    def mentioned(self) -> set[int]:
        """The people whom its words and its line mention."""
        texts = [*(part.content for part in _texts(self.view)), self.push]
        return {int(id) for text in texts for id in markdown.MENTION.findall(text)}

    def named(self, names: Mapping[int, str], brief: Mapping[int, str], pinged: Collection[int]) -> Screen:
        """Return the same with names in place of mentions, `brief` ones where whole ones are too much for a
        message; its line keeps the mentions of the people it pings."""
        parts = _texts(self.view)
        texts = [markdown.named(part.content, names) for part in parts]
        if sum(map(len, texts)) > MOST_TEXT:
            texts = [markdown.named(part.content, brief) for part in parts]
        for part, text in zip(parts, texts, strict=True):
            part.content = text
        return replace(self, push=markdown.named(self.push, names, pinged))

    def as_new(self, links: CommandLinks) -> dict[str, Any]:
        """Arguments of a send."""
        return {"view": _linked(self.view, links), "files": self.files}

    def as_edit(self, links: CommandLinks) -> dict[str, Any]:
        """Arguments of an edit; what was there is taken away, the line of a message that called too."""
        view = _linked(self.view, links)
        return {"content": None, "embeds": [], "view": view, "attachments": self.files}


def _linked(view: ui.LayoutView, links: CommandLinks) -> ui.LayoutView:
    """The view, in whose texts commands are links now."""
    texts = _texts(view)
    linked = links.linked([part.content for part in texts], MOST_TEXT)
    for part, content in zip(texts, linked, strict=True):
        part.content = content
    return view


def _texts(view: ui.LayoutView) -> list[ui.TextDisplay[Any]]:
    return [part for part in view.walk_children() if isinstance(part, ui.TextDisplay)]


_BRIEF = 10
"""Letters of a name where there is little room: with escapes no more than a mention takes."""
NO_ONE: Mapping[int, str] = MappingProxyType({})


async def name_people(
    database: Database, screen: Screen, pinged: Collection[int] = (), met: Mapping[int, str] = NO_ONE
) -> Screen:
    """Return the screen with names in place of mentions; its line keeps those of the people it pings.

    Discord resolves a mention that may not ping, and any in an embed, from the reader's cache: others see
    `<@123…>` (api-docs#1479). `met`: names of people whom the bot may not know."""
    mentioned = screen.mentioned
    if not mentioned:
        return screen
    known = {id: name for id, (name, _) in (await names.names_of(database, sorted(mentioned))).items()}
    said = {id: known.get(id) or met.get(id, "") for id in mentioned}
    whole, brief = ({id: names.shown(name[:most]) for id, name in said.items()} for most in (None, _BRIEF))
    return screen.named(whole, brief, pinged)
