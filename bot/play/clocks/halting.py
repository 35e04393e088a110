"""A paused match stands still: its clocks stop with what they have left, and go on with exactly that."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.clock import Spans
from bot.core.match_state import MatchState
from bot.play.clocks import clocks, outages
from bot.play.clocks.clocks import TurnClock, time_left
from bot.play.clocks.silences import clock_in
from storage.engine.handle import Writer


async def halt(w: Writer, app: AppContext, state: MatchState) -> None:
    """Stop the clock of the turn under way, if it has one. The transaction needs the match for itself."""
    clock = await clock_in(w, state)
    if clock is not None and clock.stopped is None:
        rests = await outages.until_now(w, app, state.match.guild)
        await clocks.keep(w, app, state, halted(clock, app.now(), rests), rests)


async def go_on(w: Writer, app: AppContext, state: MatchState) -> None:
    """Let it go on now."""
    clock = await clock_in(w, state)
    if clock is not None and clock.stopped is not None:
        rests = await outages.until_now(w, app, state.match.guild)
        await clocks.keep(w, app, state, going(clock, app.now()), rests)


def halted(clock: TurnClock, now: int, rests: Spans) -> TurnClock:
    """The clock when it has been stopped now, with what everybody has left."""
    left = {seat: time_left(clock, seat, now, rests) for seat in clock.left}
    return msgspec.structs.replace(clock, left=left, since=now, stopped=now)


def going(clock: TurnClock, now: int) -> TurnClock:
    """The same when it goes on now. Nobody's silence has grown longer meanwhile."""
    began = now if clock.stopped is None else clock.stopped
    silent = {
        seat: msgspec.structs.replace(silence, since=silence.since + now - max(began, silence.since))
        for seat, silence in clock.silent.items()
    }
    return msgspec.structs.replace(clock, since=now, silent=silent, stopped=None)
