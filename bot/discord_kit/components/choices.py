"""What Discord offers below an option while somebody writes in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from discord import app_commands

from games.core.vocabulary.typed import plain

MOST_CHOICES = 25
"""Choices that an option has room for; a select holds as many options."""
_LONGEST = 100
"""Characters of a choice, and of what it stands for."""
_MOST_LOOKED_AT = 2000
"""Texts looked at for one completion; there can be millions, and somebody waits."""

Completions = list[app_commands.Choice[str]]


def fitting(offered: Iterable[tuple[str, str]], current: str) -> Completions:
    """Those of the (label, value) in whose label stands what was written, or whose value it is."""
    wanted = current.strip().lower()
    found = ((label, value) for label, value in offered if wanted in label.lower() or wanted == value)
    whole = ((label[:_LONGEST], value) for label, value in found if len(value) <= _LONGEST)
    return [app_commands.Choice(name=label, value=value) for label, value in islice(whole, MOST_CHOICES)]


def fitting_texts(texts: Iterable[str], current: str) -> Completions:
    """Those of the texts in which stands what was written, or else the same with other spaces and dashes;
    only so many are looked at."""
    looked_at, wanted = list[str](), plain(current)

    def one_by_one() -> Iterator[tuple[str, str]]:
        for text in islice(texts, _MOST_LOOKED_AT):
            looked_at.append(text)
            yield text, text

    found = fitting(one_by_one(), current)
    if found or not wanted:
        return found
    return fitting(((text, text) for text in looked_at if wanted in plain(text)), "")
