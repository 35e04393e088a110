"""A format's next steps in a contest, as plain values, which become events when they're carried out."""

from __future__ import annotations

import msgspec


class Pair(msgspec.Struct, frozen=True):
    """A match of two entrants to begin; `first` gets seat 0, and `slot` is as in `Paired`."""

    round: int
    first: int
    second: int
    slot: str = ""


class Rest(msgspec.Struct, frozen=True):
    """An entrant's bye, for `points`."""

    round: int
    person: int
    points: float = 1.0
    slot: str = ""


class Finish(msgspec.Struct, frozen=True):
    """The end of the contest: nothing is left to play."""


Step = Pair | Rest | Finish
