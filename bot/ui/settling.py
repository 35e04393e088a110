"""Taps on what has changed under somebody's finger: the second tap of a hasty double one does nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import discord

from bot.ui import finger
from bot.ui.items import Screen

_REMEMBERED = 1024


class Settling:
    """By message the buttons that have just appeared on it; `now`: in seconds; `seconds`: so long after a
    change a tap isn't meant for what stands there now."""

    def __init__(self, now: Callable[[], float], seconds: float) -> None:
        self._now = now
        self._seconds = seconds
        self._fresh: OrderedDict[int, tuple[float, frozenset[str]]] = OrderedDict()

    def changing(self, message: discord.Message | None, tapped: str, screen: Screen) -> None:
        """A message is about to become this screen, since a button of it was tapped: what ends a turn must not
        stand there."""
        finger.keep_clear(message, tapped, screen.view)

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

    def is_hasty(self, message: discord.Message | None, custom_id: str) -> bool:
        """Whether a button has only just come to where it was tapped."""
        until, fresh = self._fresh.get(message.id, (0.0, frozenset())) if message else (0.0, frozenset())
        return custom_id in fresh and self._now() < until


def _ids(component: Any) -> Iterator[str]:
    """The custom_ids of a component and of all within it."""
    own = getattr(component, "custom_id", None)
    if own is not None:
        yield own
    for inner in (*getattr(component, "children", ()), getattr(component, "accessory", None)):
        if inner is not None:
            yield from _ids(inner)
