"""Time from outside: epoch seconds in UTC, and waiting until a moment."""

from __future__ import annotations

from typing import NamedTuple, Protocol

GRACE_SECONDS = 120
"""So long a silence is no outage."""


class Jump(NamedTuple):
    """Time went from one moment to another without passing, epoch seconds.

    Forward: nobody could act in between. Backward: the time in between comes again."""

    before: float
    after: float


Spans = tuple[tuple[int, int], ...]
"""Times from and until, epoch seconds; they may overlap, and count once."""


class Clock(Protocol):
    """Epoch seconds, and a wait that ends when the moment has come or when time itself is moved."""

    def now(self) -> float: ...

    async def until(self, moment: float) -> None: ...

    def jumps(self) -> list[Jump]:
        """What has happened to time since this was last asked, oldest first; each is told once."""
        ...


def after_jump(outages: Spans, jump: Jump) -> Spans:
    """The outages when time has jumped: forward, one more; backward, none of a time that is yet to come."""
    before, after = int(jump.before), int(jump.after)
    if before < after:
        return tuple(sorted((*outages, (before, after))))
    return tuple((began, min(ended, after)) for began, ended in outages if began < after)
