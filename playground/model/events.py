"""What happens in the world, told to every listener: the gateway and the pages."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from playground.model.payload import Json


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One happening. `data` is Discord-shaped; the other fields say who may see it.

    channel: id of the channel whose viewers see it; user: the only person who sees it (ephemerals,
    unread marks); application: the only application that sees it; bots: whether bots see it at all.
    """

    name: str
    data: Json
    channel: str | None = None
    guild: str | None = None
    user: str | None = None
    application: str | None = None
    bots: bool = True
    people: bool = True


Listener = Callable[[Event], None]
