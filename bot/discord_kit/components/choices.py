"""Autocompletion: the choices that Discord shows while a user types an option's value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from discord import app_commands

from games.core.vocabulary.typed import plain

MOST_CHOICES = 25
"""Discord's maximum number of choices for an option, and of options in a select."""
_LONGEST = 100
"""Discord's maximum length of a choice's label and of its value, in characters."""
_MOST_LOOKED_AT = 2000
"""Maximum number of texts searched per completion; there can be millions, and the user is waiting."""

Completions = list[app_commands.Choice[str]]


def fitting(offered: Iterable[tuple[str, str]], current: str) -> Completions:
    """Return up to 25 of the (label, value) choices that contain the typed text or have it as value.

    Case is ignored. Labels are cut to 100 characters; choices with a longer value are left out.
    """
    wanted = current.strip().lower()
    found = ((label, value) for label, value in offered if wanted in label.lower() or wanted == value)
    whole = ((label[:_LONGEST], value) for label, value in found if len(value) <= _LONGEST)
    return [app_commands.Choice(name=label, value=value) for label, value in islice(whole, MOST_CHOICES)]


def fitting_texts(texts: Iterable[str], current: str) -> Completions:
    """Return up to 25 of the texts that contain the typed text.

    If none does, spaces and dashes are ignored in a second attempt. Only the first 2,000 texts are searched.
    """
    looked_at, wanted = list[str](), plain(current)

    def one_by_one() -> Iterator[tuple[str, str]]:
        for text in islice(texts, _MOST_LOOKED_AT):
            looked_at.append(text)
            yield text, text

    found = fitting(one_by_one(), current)
    if found or not wanted:
        return found
    return fitting(((text, text) for text in looked_at if wanted in plain(text)), "")
