"""The clock: epoch seconds in UTC, waits until a moment, and jumps of the time."""

from __future__ import annotations

from typing import NamedTuple, Protocol

GRACE_SECONDS = 120
"""Silences up to this long don't count as outages."""


class Jump(NamedTuple):
    """A change of the clock from one moment to another, in epoch seconds, without time passing.

    Forward: no player could act in between. Backward: the time in between comes again.
    """

    before: float
    after: float


Spans = tuple[tuple[int, int], ...]
"""Pairs of start and end in epoch seconds; they may overlap, and overlaps count once."""


class Clock(Protocol):
    """A source of epoch seconds, with a wait that ends at a moment or when the clock jumps."""

    def now(self) -> float:
        """Return the present moment in epoch seconds."""
        ...

    async def until(self, moment: float) -> None:
        """Wait until a moment in epoch seconds, or until the clock jumps."""
        ...

    def jumps(self) -> list[Jump]:
        """Return the jumps of the clock since the last call, oldest first, each of them once."""
        ...


def after_jump(outages: Spans, jump: Jump) -> Spans:
    """Return the outages after a jump: one more if forward; if backward, none of a time yet to come."""
    before, after = int(jump.before), int(jump.after)
    if before < after:
        return tuple(sorted((*outages, (before, after))))
    return tuple((began, min(ended, after)) for began, ended in outages if began < after)
