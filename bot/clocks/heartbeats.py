"""The heartbeat: that the host can be reached is written down again and again, and in the same transaction
how it could not be."""

from __future__ import annotations

import logging

from bot.clocks.clock_pauses import DAY
from bot.core.app_context import AppContext
from bot.core.clock import GRACE_SECONDS, Jump
from bot.outbox.notices import ASIDE
from storage import heartbeat, outbox, scheduled_jobs
from storage.handle import Writer

log = logging.getLogger(__name__)

BEAT_SECONDS = 60
_LONGEST_TURN_SECONDS = 365 * DAY
"""An outage longer ago than this touches no turn under way."""
_SOON_SECONDS = 60
"""What was to happen so soon after a moment hangs on that moment, and not on the time of day."""


async def compensate_outage(app: AppContext) -> int:
    """The host can be reached again: nobody's clock has run since it was last heard. The seconds of the
    outage; 0 when there was none.

    It costs the same however many matches there are: an outage is a rest of all clocks (`due_at`)."""
    lasted = await _beat(app, is_back=True)
    if lasted > GRACE_SECONDS:
        log.info("players couldn't reach the bot for %d seconds; their clocks get the time back", lasted)
    app.wake()
    return lasted if lasted > GRACE_SECONDS else 0


async def _beat(app: AppContext, *, is_back: bool) -> int:
    """Write the heartbeat, and in the same transaction what it would hide: how long nobody could reach us, by
    jumps of time and, where the host `is_back`, since the last one. The seconds since then."""
    async with app.database.write("heartbeat") as w:
        heard, now = await heartbeat.last(w) if is_back else None, app.now()
        jumps, since = app.unwritten, now if heard is None else heard
        await write_jumps(w, jumps)
        if now - since > GRACE_SECONDS:
            await heartbeat.add_outage(w, since, now)
        elif now < since and not any(jump.after < jump.before for jump in jumps):
            # The machine's clock was put back while the host was down.
            await go_back(w, since, now)
        await heartbeat.beat(w, now)
        known = await heartbeat.outages(w, now - _LONGEST_TURN_SECONDS)
    app.remember_outages(known, jumps)
    return now - since


async def beat_forever(app: AppContext) -> None:
    """Say again and again that the host can be reached, while it can; ends by cancellation."""
    while True:
        try:
            # From the first request on that isn't answered: it may be the beginning of an outage.
            if app.connected and app.unanswered is None:
                await _beat(app, is_back=False)
        except Exception:
            log.exception("couldn't write the heartbeat; check the disk")
        await app.clock.until(app.now() + BEAT_SECONDS)


async def write_jumps(w: Writer, jumps: tuple[Jump, ...]) -> None:
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
    for queue in (outbox, scheduled_jobs):
        await queue.go_back(w, before, after, _SOON_SECONDS)
    for kind in ASIDE:
        await outbox.forget_nonces(w, kind, after)
