"""What people see in a message: what it offers and what it is about. Pure."""

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
"""First words of buttons that lead to a question and choose nothing themselves."""
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
    "Take back",
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
"""First words of quiet buttons that lead away from the question."""
ACCEPT, REMATCH = "Accept", "Rematch"


class Tap(NamedTuple):
    """An element that can be tapped: a button, or a select with one of its values."""

    custom_id: str
    values: tuple[str, ...] | None
    label: str
    style: int

    @property
    def chooses(self) -> bool:
        """Whether it answers a question rather than leads to one."""
        return self.values is not None or not self.label.startswith(WAYS_IN)


def components(message: Json) -> Iterator[Json]:
    """Yield all components of a message, at any depth."""
    waiting = list(message.get("components") or ())
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting += part.get("components") or ()
        waiting += [part["accessory"]] if part.get("accessory") else []


def taps(message: Json) -> list[Tap]:
    """Return everything that can be tapped, including each option of a select."""
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
    """Return the elements that lead on.

    These are colored buttons and choices together with quiet answers to the same question; if there are none,
    quiet answers alone; and if there are none of those either, red buttons.
    """
    found = taps(message)
    strong = [tap for tap in found if tap.style in (PRIMARY, GOOD)]
    quiet = [tap for tap in found if tap.style == QUIET and not tap.label.startswith(ASIDES)]
    if strong:
        return [*strong, *quiet] if any(tap.chooses for tap in strong) else strong
    return quiet or [tap for tap in found if tap.style == DANGER]


def asks(message: Json) -> bool:
    """Return whether the message asks its reader a question whose answer may be a move."""
    return any(tap.chooses for tap in offers(message) if tap.style != DANGER)


def find_button(message: Json, label: str) -> Tap | None:
    """Return the button of this label if it can be tapped, else None."""
    return next((tap for tap in taps(message) if tap.label == label), None)


def is_over(message: Json) -> bool:
    """Return whether the message shows the end of a match, recognized by its Rematch button."""
    return find_button(message, REMATCH) is not None


def shows_board(message: Json) -> bool:
    """Return whether the message has a picture; refusals have none."""
    return any(part["type"] == _GALLERY for part in components(message))


def place(message: Json) -> str | None:
    """Return the channel or thread the message names, or None if it names none or several."""
    found = {id for text in texts(message) for id in _PLACE.findall(text)}
    return found.pop() if len(found) == 1 else None


def texts(message: Json) -> list[str]:
    """Return all texts of a message."""
    parts = [part["content"] for part in components(message) if part["type"] == _TEXT]
    return [message.get("content") or "", *parts]


def is_loading(message: Json) -> bool:
    """Return whether the bot is still thinking."""
    return bool(message["flags"] & LOADING)


def is_silent(message: Json) -> bool:
    """Return whether the message was sent without a notification."""
    return bool(message["flags"] & SUPPRESS_NOTIFICATIONS)


def is_ephemeral(message: Json) -> bool:
    """Return whether only one person sees the message."""
    return bool(message["flags"] & EPHEMERAL)
