"""Times in which nobody could reach us, and what is written of them before anything else is.

An outage is a rest of all clocks: spans of epoch seconds that may overlap, and count once."""

from __future__ import annotations

from bot.clock import Jump
from bot.service.hours import Span
from bot.service.notices import ASIDE
from storage import deadlines, heartbeat, outbox
from storage.handle import Writer

_SOON_SECONDS = 60
"""What was to happen so soon after a moment hangs on that moment, and not on the time of day."""


def after_jump(outages: tuple[Span, ...], jump: Jump) -> tuple[Span, ...]:
    """The outages when time has jumped: forward, one more; backward, none of a time that is yet to come."""
    before, after = int(jump.before), int(jump.after)
    if before < after:
        return tuple(sorted((*outages, (before, after))))
    return tuple((began, min(ended, after)) for began, ended in outages if began < after)


async def write(w: Writer, jumps: tuple[Jump, ...]) -> None:
    """Keep what jumps of time have done, in their order."""
    for jump in jumps:
        before, after = int(jump.before), int(jump.after)
        if before < after:
            await heartbeat.add_outage(w, before, after)
        elif before > after:
            await go_back(w, before, after)


async def go_back(w: Writer, before: int, after: int) -> None:
    """Time went back: what was due, is tried again, or would have come soon does not wait until it is as late
    as that once more."""
    await heartbeat.clip_outages(w, after)
    for queue in (outbox, deadlines):
        await queue.go_back(w, before, after, _SOON_SECONDS)
    for kind in ASIDE:
        await outbox.forget_nonces(w, kind, after)
