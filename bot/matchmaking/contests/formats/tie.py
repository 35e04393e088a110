"""A tie of a knockout: who meets in it, and who moves up."""

from __future__ import annotations

import msgspec

NOBODY = 0
"""Comes into a slot where there are too few people: whoever is there goes on."""
Who = int | None
"""A person, NOBODY, or None where that can't be told yet."""


class Tie(msgspec.Struct, frozen=True):
    """Who meets in a slot, in which round of its bracket, and who goes on from it and who doesn't."""

    slot: str
    round: int
    one: Who
    other: Who
    winner: Who = None
    loser: Who = None

    @property
    def is_under_way(self) -> bool:
        """Whether both are known, and it isn't decided."""
        return self.winner is None and self.one is not None and self.other is not None

    @property
    def is_empty(self) -> bool:
        """Whether nobody ever meets there."""
        return self.one == self.other == NOBODY
