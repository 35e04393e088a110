"""Events of the world, sent to every listener, such as the gateway and the pages."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from playground.model.payload import Json


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the world. `data` is in Discord's format; the other fields say who may see it.

    Attributes:
        channel: Id of the channel; only its viewers see the event.
        guild: Id of the server, if the event belongs to one.
        user: Id of the only user who sees it (ephemeral messages, unread marks).
        application: Id of the only application that sees it.
        bots: Whether bots see it at all.
        people: Whether people see it at all.
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
