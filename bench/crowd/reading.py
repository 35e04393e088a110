"""What people see in a message: what it offers, what it is about. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from playground.model.payload import Json
from playground.model.shapes import EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS

PRIMARY, QUIET, GOOD, DANGER = 1, 2, 3, 4
_BUTTON, _SELECT, _TEXT, _GALLERY = 2, 3, 10, 12
_PLACE = re.compile(r"<#(\d+)>")
WAYS_IN = ("Open", "Show it", "Got it", "Play", "Move", "Accept")
"""How buttons begin that lead to a question, and choose nothing themselves."""
ASIDES = (
    "Back",
    "Rules",
    "Record",
    "Refresh",
    "My view",
    "⋯",
    "Show it again",
    "Look again",
    "Conditional moves",
    "Hint",
    "Fairness",
    "Keep playing",
    "Replay",
    "Verify",
    "Rematch",
    "Withdraw",
    "Decline",
    "Your matches",
    "◀",
    "More ▶",
)
"""How quiet buttons begin that lead away from what is asked."""
ACCEPT, REMATCH = "Accept", "Rematch"


class Tap(NamedTuple):
    """Something that can be tapped: a button, or a select with one of its values."""

    custom_id: str
    values: tuple[str, ...] | None
    label: str
    style: int

    @property
    def chooses(self) -> bool:
        """Whether it answers a question, and is no mere way to one."""
        return self.values is not None or not self.label.startswith(WAYS_IN)


def components(message: Json) -> Iterator[Json]:
    """All components of a message, at any depth."""
    waiting = list(message.get("components") or ())
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting += part.get("components") or ()
        waiting += [part["accessory"]] if part.get("accessory") else []


def taps(message: Json) -> list[Tap]:
    """Everything that can be tapped; of a select each option."""
    return [tap for part in components(message) for tap in _taps_of(part)]


def _taps_of(part: Json) -> Iterator[Tap]:
    if part.get("disabled") or not part.get("custom_id"):
        return
    if part["type"] == _BUTTON:
        yield Tap(part["custom_id"], None, part.get("label") or "", part["style"])
    elif part["type"] == _SELECT:
        for option in part["options"]:
            yield Tap(part["custom_id"], (option["value"],), option["label"], PRIMARY)


def offers(message: Json) -> list[Tap]:
    """What leads on: coloured buttons and choices, with them the quiet answers to the same question; in
    their absence quiet answers alone, and then what is red.
    """
    found = taps(message)
    strong = [tap for tap in found if tap.style in (PRIMARY, GOOD)]
    quiet = [tap for tap in found if tap.style == QUIET and not tap.label.startswith(ASIDES)]
    if strong:
        return [*strong, *quiet] if any(tap.chooses for tap in strong) else strong
    return quiet or [tap for tap in found if tap.style == DANGER]


def asks(message: Json) -> bool:
    """Whether the message puts a question to its reader whose answer may be a move."""
    return any(tap.chooses for tap in offers(message) if tap.style != DANGER)


def labelled(message: Json, label: str) -> Tap | None:
    """The button of this label, if it can be tapped."""
    return next((tap for tap in taps(message) if tap.label == label), None)


def is_over(message: Json) -> bool:
    """Whether it shows the end of a match: another one can be had."""
    return labelled(message, REMATCH) is not None


def shows_board(message: Json) -> bool:
    """Whether there is a picture in it: a refusal has none."""
    return any(part["type"] == _GALLERY for part in components(message))


def place(message: Json) -> str | None:
    """The channel or thread that its words name, None where they name none or several."""
    found = {id for text in texts(message) for id in _PLACE.findall(text)}
    return found.pop() if len(found) == 1 else None


def texts(message: Json) -> list[str]:
    """All its words."""
    parts = [part["content"] for part in components(message) if part["type"] == _TEXT]
    return [message.get("content") or "", *parts]


def is_loading(message: Json) -> bool:
    """Whether the bot is still thinking."""
    return bool(message["flags"] & LOADING)


def is_silent(message: Json) -> bool:
    """Whether it was sent so that it calls nobody."""
    return bool(message["flags"] & SUPPRESS_NOTIFICATIONS)


def is_ephemeral(message: Json) -> bool:
    """Whether one person alone sees it."""
    return bool(message["flags"] & EPHEMERAL)
