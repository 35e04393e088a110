"""Names of people and servers, shown so that nothing in them takes effect.

Discord takes any script, invisible letters, and marks stacked to the ceiling: a name stays one line of its
height, and doesn't turn the direction of what is written after it.
"""

from __future__ import annotations

import asyncio
import unicodedata

import discord

from bot.ui import markdown
from bot.ui.servers import servers_of
from render.names import Faces, Lettering, lettering

_LONGEST = 32
NOBODY = "somebody"
"""Who has no name that can be shown."""
_APART, _TOGETHER = "\u2068", "\u2069"


def short(name: str) -> str:
    """A name in at most 32 characters of one line, as plain text. One that is written from right to left
    stays apart from what is beside it."""
    return _apart(_brief(name) or NOBODY)


def shown(name: str) -> str:
    """The same for a message: its markdown and mentions have no effect."""
    return _apart(markdown.plain((_brief(name) or NOBODY,)))


def pictured(name: str, username: str | None, faces: Faces) -> Lettering:
    """How a name is written in a picture: as it is, or else the username, or else what is legible of it; no
    words where that is nothing."""
    known = filter(None, (_brief(name), username))
    return lettering(tuple(known), faces) or Lettering("")


def _brief(name: str) -> str:
    plain = markdown.visible(name)
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def _apart(name: str) -> str:
    turned = any(unicodedata.bidirectional(one) in ("R", "AL", "AN") for one in name)
    return f"{_APART}{name}{_TOGETHER}" if turned else name


class PlaceNames:
    """Names of servers, as the reader sees them from where they are."""

    def __init__(self, client: discord.Client, here: int | None) -> None:
        self._servers = servers_of(client)
        self._here = here

    async def learn(self, guilds: set[int | None]) -> None:
        """Ask for those of which the gateway tells another process."""
        await asyncio.gather(*(self._servers.learn(guild) for guild in guilds - {None, self._here} if guild))

    def name(self, guild: int | None) -> str:
        """Where something is played: “here”, “private”, the server's name, or that it is another one."""
        if guild is None:
            return "private"
        if guild == self._here:
            return "here"
        known = self._servers.get(guild)
        return shown(known.name) if known is not None and known.name else "another server"
