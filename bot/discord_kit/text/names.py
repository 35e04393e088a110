"""Names, shown so that nothing in them takes effect.

Discord takes any script, invisible letters, and marks stacked to the ceiling: a name stays one line of its
height, and doesn't turn the direction of what is written after it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from bot.discord_kit.text import markdown
from render.names import Faces, Lettering, lettering
from storage.engine.database import Database
from storage.tables import people

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


async def names_of(database: Database, persons: Iterable[int]) -> Mapping[int, tuple[str, str | None]]:
    """Return display name and username of people."""
    async with database.read() as r:
        found = [await people.get(r, person) for person in persons]
    return {one.id: (one.name, one.username) for one in found if one is not None}


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
