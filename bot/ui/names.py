"""Names of people and servers, shown so that nothing in them takes effect."""

from __future__ import annotations

from bot.ui import markdown

_LONGEST = 32
_NOBODY = "somebody"


def short(name: str) -> str:
    """A name in at most 32 characters of one line, as it is written in a picture."""
    plain = " ".join(markdown.TURNING.sub("", name).split())
    return (plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…") or _NOBODY


def shown(name: str) -> str:
    """The same for a message: its markdown and mentions have no effect."""
    return markdown.plain((short(name),))
