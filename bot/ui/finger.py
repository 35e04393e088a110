"""Where somebody has just tapped: what ends a turn isn't put there, lest a second tap ends it unseen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.ui import items


class Place(NamedTuple):
    """A place among the rows of buttons of a message: its row counted from either end, as messages grow at
    the top for some and at the bottom for others, and its column."""

    from_top: int
    from_bottom: int
    column: int


def keep_clear(message: discord.Message | None, custom_id: str, view: ui.LayoutView) -> None:
    """Move what ends a turn, where a view would put it at the place of the button just tapped: it changes
    places with a neighbor, or makes room for itself where it has none."""
    finger = _place_of(list(_rows(message.components)) if message else [], custom_id)
    rows = [item for item in view.walk_children() if isinstance(item, ui.ActionRow)]
    if finger is None:
        return
    for number, row in enumerate(rows):
        if number == finger.from_top or len(rows) - 1 - number == finger.from_bottom:
            _clear(row, finger.column, has_room=sum(1 for _ in view.walk_children()) < items.MOST)


def _rows(components: Sequence[Any]) -> Iterator[Any]:
    """The rows of a message, those in frames too."""
    for component in components:
        if isinstance(component, discord.ActionRow):
            yield component
        else:
            yield from _rows(getattr(component, "children", ()))


def _place_of(rows: Sequence[Any], custom_id: str) -> Place | None:
    for number, row in enumerate(rows):
        for column, tap in enumerate(row.children):
            if getattr(tap, "custom_id", None) == custom_id:
                return Place(number, len(rows) - 1 - number, column)
    return None


def _clear(row: ui.ActionRow[Any], column: int, *, has_room: bool) -> None:
    taps = list(row.children)
    if column >= len(taps) or not isinstance(taps[column], items.Ending):
        return
    if len(taps) > 1:
        other = column - 1 if column else 1
        taps[column], taps[other] = taps[other], taps[column]
    elif has_room:
        taps.insert(0, items.nothing("gap"))
    row.clear_items()
    for tap in taps:
        row.add_item(tap)
