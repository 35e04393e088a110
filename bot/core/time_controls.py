"""How fast a match is played: a time for each turn, a bank of time, or no clock at all. CVD-36, GEN-7."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS = 60, 3600, 86_400

STOPPED: Final = "stopped"
Due = int | Literal["stopped"] | None
"""When a turn must be done; STOPPED while nobody's clock runs in it, None where there is no clock."""


class TimeControl(msgspec.Struct, frozen=True):
    """A pace, lengths in seconds. `turn`: how long a turn may take; or `bank`: what each side begins with, to
    which `increment` comes after each of its turns, never above `cap`. Neither: no clock, and unrated."""

    words: str
    turn: int | None = None
    bank: int | None = None
    increment: int = 0
    cap: int = 0


TIME_CONTROLS: Mapping[str, TimeControl] = MappingProxyType({
    "3d": TimeControl("3 days a move", turn=3 * DAY_SECONDS),
    "1d": TimeControl("1 day a move", turn=DAY_SECONDS),
    "7d": TimeControl("7 days a move", turn=7 * DAY_SECONDS),
    "14d": TimeControl("14 days a move", turn=14 * DAY_SECONDS),
    "bank": TimeControl("5 days plus 12 hours a move, up to 7 days", bank=5 * DAY_SECONDS,
                 increment=12 * HOUR_SECONDS, cap=7 * DAY_SECONDS),
    "quick": TimeControl("10 minutes a turn", turn=10 * MINUTE_SECONDS),
    "none": TimeControl("no clock"),
})  # fmt: skip
"""Key as stored → pace; the first is the default."""

DEFAULT = next(iter(TIME_CONTROLS))


def length_of_turn(pace: TimeControl, bank: int | None) -> int | None:
    """How long the turn that begins now may take; `bank`: what its side has left. None: no clock."""
    if pace.bank is None:
        return pace.turn
    return pace.bank if bank is None else bank


def bank_after(pace: TimeControl, left: int) -> int | None:
    """What a side has in its bank after a turn that it ended with `left` seconds; None without a bank."""
    return None if pace.bank is None else min(pace.cap, left + pace.increment)
