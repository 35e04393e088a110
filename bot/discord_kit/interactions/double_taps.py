"""What changes under somebody's finger: what ends a turn never comes to stand there, lest a second tap ends
it unseen; and the second tap of a hasty double one does nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen

_REMEMBERED = 1024


class Settling:
    """By message the buttons that have just appeared on it; `now`: in seconds; `seconds`: so long after a
    change a tap isn't meant for what stands there now."""

    def __init__(self, now: Callable[[], float], seconds: float) -> None:
        self._now = now
        self._seconds = seconds
        self._fresh: OrderedDict[int, tuple[float, frozenset[str]]] = OrderedDict()
        self.is_shared = False
        """Whether other processes may change a message between two taps on it."""

    def changing(self, message: discord.Message | None, tapped: str, screen: Screen) -> None:
        """A message is about to become this screen, since a button of it was tapped."""
        keep_clear(message, tapped, screen.view)

    def changed(self, message: discord.Message | None, screen: Screen) -> None:
        """A message, as it was tapped, has become this screen."""
        if message is None or not self._seconds:
            return
        before = {id for component in message.components for id in _ids(component)}
        ids = (getattr(item, "custom_id", None) for item in screen.view.walk_children())
        fresh = frozenset(id for id in ids if id is not None and id not in before)
        self._fresh[message.id] = (self._now() + self._seconds, fresh)
        self._fresh.move_to_end(message.id)
        if len(self._fresh) > _REMEMBERED:
            self._fresh.popitem(last=False)

    def is_hasty(self, message: discord.Message | None, custom_id: str, tapped: float) -> bool:
        """Whether a button has only just come to where it was tapped. `tapped`: when, by Discord's clock."""
        if message is None:
            return False
        until, fresh = self._fresh.get(message.id, (0.0, frozenset()))
        if self._now() < until:
            return custom_id in fresh
        return self.is_shared and self._was_just_changed(message, tapped)

    def _was_just_changed(self, message: discord.Message, tapped: float) -> bool:
        """Whether somebody's own message has just become something else, whoever did it."""
        own = message.flags.ephemeral or isinstance(message.channel, discord.DMChannel)
        changed = message.edited_at
        return own and changed is not None and tapped - changed.timestamp() < self._seconds


def _ids(component: Any) -> Iterator[str]:
    """The custom_ids of a component and of all within it."""
    own = getattr(component, "custom_id", None)
    if own is not None:
        yield own
    for inner in (*getattr(component, "children", ()), getattr(component, "accessory", None)):
        if inner is not None:
            yield from _ids(inner)


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
