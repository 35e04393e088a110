"""The gist of a message: one line, without markup, by which people recognize it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from playground.model.payload import Json
from playground.posts import components

PERSON = re.compile(r"<@!?(\d+)>")
CHANNEL = re.compile(r"<#(\d+)>")
OTHER_TAG = re.compile(r"<(?:@&|t:|:|a:|/)[^>]*>")
MARKS = re.compile(r"^(?:#+|-#|>|-)\s+|\*\*|__|`|\|\|")
LONGEST = 60
Name = Callable[[str], str]


def gist(payload: Json, before: Json | None, name: Name, place: Name) -> str:
    """Return the first line of a message or, after an edit, its first new line; "" if it has no text.

    Args:
        payload: The message.
        before: The message before the edit, or None for a new one.
        name: Returns a user's name for an id.
        place: Returns a channel's name for an id.
    """
    old = set(_lines(before, name, place)) if before else set()
    lines = list(_lines(payload, name, place))
    found = next((line for line in lines if line not in old), lines[0] if lines else "")
    return found.rstrip(" .:") if len(found) <= LONGEST else found[: LONGEST - 1].rstrip() + "…"


def _lines(payload: Json, name: Name, place: Name) -> Iterator[str]:
    for text in (payload.get("content") or "", *components.texts(payload.get("components") or [])):
        for line in text.split("\n"):
            said = PERSON.sub(lambda found: f"@{name(found[1])}", line)
            said = CHANNEL.sub(lambda found: f"#{place(found[1])}", said)
            plain = " ".join(MARKS.sub("", OTHER_TAG.sub("…", said)).split())
            if plain:
                yield plain
