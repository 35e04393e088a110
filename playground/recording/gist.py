"""The gist of a message: the line by which one knows it, without marks."""

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
    """The first line of a message, or the first that was not there before; empty when it has no words.

    name: id → how somebody is called. place: id → the name of a channel.
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
