"""Changed settings hold, and what they change about clocks that run."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.core import person_settings
from bot.core.app_context import AppContext
from bot.core.clock import Spans
from bot.core.match_state import MatchState
from bot.core.person_settings import PersonSettings
from bot.play.clocks import away, clocks, heartbeats
from bot.play.clocks.clocks import TURN, TurnClock, as_agreed, time_left
from bot.play.clocks.silences import clock_in
from storage.engine.handle import Reader, Writer
from storage.tables import matches, scheduled_jobs

Change = Callable[[PersonSettings, int], PersonSettings]
"""From the present settings and the present moment to the new ones."""


async def change_settings(app: AppContext, person: int, change: Change) -> None:
    """Change a person's settings as they are kept now. Holidays and reminders hold at once, everything else
    from their next turn on; nobody loses or gains a second of what was left.

    UserError where `change` can't be made."""
    while not await _is_changed(app, person, change):
        pass
    app.wake()


async def _is_changed(app: AppContext, person: int, change: Change) -> bool:
    """Change them, with all matches of the person to itself; False: one has begun since these were looked
    up, and nothing is written."""
    async with app.database.read() as r:
        found = await _open_of(r, person)
    async with app.database.write(f"person:{person}", *(f"match:{match_id}" for match_id in found)) as w:
        if not set(await _open_of(w, person)) <= set(found):
            return False
        old = await person_settings.settings_in(w, person)
        settings = change(old, app.now())
        states = [await app.match_state_in(w, match_id) for match_id in found]
        await person_settings.keep(w, person, settings)
        for state in states:
            if any(state.seat_row(seat).person == person for seat in state.to_act):
                await _move_on(w, app, state, person, settings)
        await away.tell_soon(w, person, old, settings, app.now())
    return True


async def _open_of(r: Reader, person: int) -> list[str]:
    return [match.id for match in await matches.open_of(r, person, limit=1000)]


async def _move_on(w: Writer, app: AppContext, state: MatchState, person: int, new: PersonSettings) -> None:
    """Let the clock of a turn go on now with the changed settings, unless that turn has passed."""
    clock = clocks.clock_of(await scheduled_jobs.get(w, TURN, state.match.id))
    if clock is None or clock.turn != (state.turn_number or 0):
        return
    hours = dict(clock.hours)
    for seat in clock.left:
        if state.seat_row(seat).person == person:
            hours[seat] = msgspec.structs.replace(hours[seat], holidays=new.hours.holidays)
    hours = await as_agreed(w, state.match, hours)
    now, rests = app.now(), await heartbeats.until_now(w, app, state.match.guild)
    left = {seat: clocks.time_left(clock, seat, now, rests) for seat in clock.left}
    going_on = msgspec.structs.replace(clock, left=left, since=now, hours=hours)
    await clocks.keep(w, app, state, going_on, rests)


async def halt(w: Writer, app: AppContext, state: MatchState) -> None:
    """Stop the clock of the turn under way, if it has one. The transaction needs the match for itself."""
    clock = await clock_in(w, state)
    if clock is not None and clock.stopped is None:
        rests = await heartbeats.until_now(w, app, state.match.guild)
        await clocks.keep(w, app, state, halted(clock, app.now(), rests), rests)


async def go_on(w: Writer, app: AppContext, state: MatchState) -> None:
    """Let it go on now."""
    clock = await clock_in(w, state)
    if clock is not None and clock.stopped is not None:
        rests = await heartbeats.until_now(w, app, state.match.guild)
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
