"""Screens where a server takes no uploads: what their pictures show is said in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

_MOST_LETTERS = 3800
"""Of the 4,000 that all texts of a message may have together."""
_NO_FILE = "-# There's a file for you here, but this server takes no uploads. Ask for it in our DMs."


def in_words(screen: ui.LayoutView, more: str) -> ui.LayoutView:
    """The same with the alternative text of each picture in its place; `more`: a last line."""
    room = _MOST_LETTERS - len(more) - sum(len(text) for text in _texts(screen))
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


def _texts(view: ui.LayoutView) -> Iterator[str]:
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
