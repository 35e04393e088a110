"""People's names, shown so that nothing in them takes effect.

Discord accepts any script, invisible letters, and stacked marks. A shown name stays one line of normal height
and doesn't turn the direction of the text after it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from bot.discord_kit.text import markdown
from render.names import Faces, Lettering, lettering
from storage.engine.database import Database
from storage.tables import names as stored

_LONGEST = 32
NOBODY = "someone"
"""Fallback for people without a name that can be shown."""
_APART, _TOGETHER = "\u2068", "\u2069"


def short(name: str) -> str:
    """Return a name as plain text in one line of at most 32 characters, isolated if it's right-to-left."""
    return _apart(_brief(name) or NOBODY)


def format_name(name: str) -> str:
    """Return a name like `short`, with its markdown and mentions disabled for a message."""
    return _apart(markdown.plain((_brief(name) or NOBODY,)))


async def names_of(database: Database, persons: Iterable[int]) -> Mapping[int, tuple[str, str | None]]:
    """Return the names of people.

    Returns:
        (display name, username or None) by person id, for the people in the database.
    """
    async with database.read() as r:
        return await stored.names_of(r, persons)


def choose_lettering(name: str, username: str | None, faces: Faces) -> Lettering:
    """Return a name for a picture: as it is, else the username, else a legible part, else nothing."""
    known = filter(None, (_brief(name), username))
    return lettering(tuple(known), faces) or Lettering("")


def _brief(name: str) -> str:
    plain = markdown.visible(name)
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def _apart(name: str) -> str:
    turned = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return f"{_APART}{name}{_TOGETHER}" if turned else name
