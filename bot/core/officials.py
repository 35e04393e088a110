"""The one rule for moderators and organizers: they never decide on their own match or their own gain.

Every official act calls `check` first; the tests of contests find the acts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Literal, get_args

from bot.core.errors import UserError

Act = Literal[
    "pause",
    "resume",
    "cancel",
    "remove a text",
    "read a report",
    "close a report",
    "lift a suspension",
    "hide a compliment",
    "show a compliment",
    "start",
    "change",
    "decide",
    "void",
    "take out",
    "substitute",
    "let in",
    "call off",
]
_ORGANIZERS = frozenset({"start", "change", "decide", "void", "take out", "substitute", "let in", "call off"})
OFFICIALS: Mapping[Act, str] = MappingProxyType(
    {act: "organizer" if act in _ORGANIZERS else "moderator" for act in get_args(Act)}
)
"""Each official act with the official who does it."""

_INVOLVED = "You're in this yourself, so another {} has to do it."
_GAINS = "You take part in this contest and could gain by this, so another {} has to do it."


def check(act: Act, official: int, people: Collection[int | None], rivals: Collection[int] = ()) -> None:
    """Raise UserError if an official act concerns the official.

    Args:
        act: What the official is about to do.
        official: The moderator or organizer.
        people: The persons affected by the act, such as the players of a match.
        rivals: The persons who could gain by it in a contest.
    """
    if official in people:
        raise UserError(_INVOLVED.format(OFFICIALS[act]))
    if official in rivals:
        raise UserError(_GAINS.format(OFFICIALS[act]))
