"""What a format wants to happen next in a contest: plain values, which become events when they're done."""

from __future__ import annotations

import msgspec


class Pair(msgspec.Struct, frozen=True):
    """Two are to play; `first` gets seat 0. `slot`: as in `Paired`."""

    round: int
    first: int
    second: int
    slot: str = ""


class Rest(msgspec.Struct, frozen=True):
    """Somebody has a bye."""

    round: int
    person: int
    points: float = 1.0
    slot: str = ""


class Finish(msgspec.Struct, frozen=True):
    """All is played."""


Step = Pair | Rest | Finish
