"""How fast a match is played: a time for each turn, a bank of time, or no clock at all. CVD-36, GEN-7."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS = 60, 3600, 86_400

STOPPED: Final = "stopped"
Due = int | Literal["stopped"] | None
"""The moment a turn must be done, in epoch seconds; STOPPED while no clock runs, None without a clock."""


class TimeControl(msgspec.Struct, frozen=True):
    """A pace, with lengths in seconds. With neither `turn` nor `bank`: no clock, and unrated.

    Attributes:
        words: The pace in words.
        turn: How long each turn may take.
        bank: The time each side begins with.
        increment: The time added to the bank after each of its side's turns.
        cap: The most time that a bank can hold.
    """

    words: str
    turn: int | None = None
    bank: int | None = None
    increment: int = 0
    cap: int = 0


TIME_CONTROLS: Mapping[str, TimeControl] = MappingProxyType({
    "3d": TimeControl("3 days a turn", turn=3 * DAY_SECONDS),
    "1d": TimeControl("1 day a turn", turn=DAY_SECONDS),
    "7d": TimeControl("7 days a turn", turn=7 * DAY_SECONDS),
    "14d": TimeControl("14 days a turn", turn=14 * DAY_SECONDS),
    "bank": TimeControl("5 days, plus 12 hours a turn, up to 7 days", bank=5 * DAY_SECONDS,
                 increment=12 * HOUR_SECONDS, cap=7 * DAY_SECONDS),
    "quick": TimeControl("10 minutes a turn", turn=10 * MINUTE_SECONDS),
    "none": TimeControl("no clock"),
})  # fmt: skip
"""Key as stored → pace; the first is the default."""

DEFAULT = next(iter(TIME_CONTROLS))


def length_of_turn(pace: TimeControl, bank: int | None) -> int | None:
    """Return how long the turn that begins now may take; `bank`: what its side has left. None: no clock."""
    if pace.bank is None:
        return pace.turn
    return pace.bank if bank is None else bank


def bank_after(pace: TimeControl, left: int) -> int | None:
    """Return a side's bank after a turn that it ended with `left` seconds; None without a bank."""
    return None if pace.bank is None else min(pace.cap, left + pace.increment)
