"""Changes of settings and stops by moderators, applied to running clocks."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.core import person_settings
from bot.core.app_context import AppContext
from bot.core.clock import Spans
from bot.core.limits import Limits
from bot.core.match_state import MatchState
from bot.core.person_settings import PersonSettings
from bot.play.clocks import clocks, heartbeats, holidays
from bot.play.clocks.clocks import TURN, TurnClock, as_agreed, time_left
from bot.play.clocks.silences import clock_in
from storage.engine.handle import Reader, Writer
from storage.tables import matches, scheduled_jobs

Change = Callable[[PersonSettings, int], PersonSettings]
"""A function from the current settings and the current time to the new settings."""


async def change_settings(app: AppContext, person: int, change: Change) -> None:
    """Change a person's settings, read in the same transaction; `change` may raise UserError.

    Holidays and reminders apply at once, everything else from the person's next turn on. No clock loses or
    gains a second of what was left.
    """
    while not await _try_change(app, person, change):
        pass
    app.wake()


async def change_holiday(app: AppContext, limits: Limits, person: int, change: Change) -> None:
    """Change a person's holiday. Raises UserError if they do that too often."""
    async with limits.act("changes of a holiday", person):
        await change_settings(app, person, change)


async def _try_change(app: AppContext, person: int, change: Change) -> bool:
    """Change the settings while all of the person's matches are locked.

    Return False, with nothing written, if a match has begun since the matches were looked up.
    """
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
        await holidays.tell_soon(w, person, old, settings, app.now())
    return True


async def _open_of(r: Reader, person: int) -> list[str]:
    return [match.id for match in await matches.open_of(r, person, limit=1000)]


async def _move_on(w: Writer, app: AppContext, state: MatchState, person: int, new: PersonSettings) -> None:
    """Continue a turn's clock with the changed settings, unless that turn has passed."""
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
    """Stop the clock of the current turn, if it has one; the transaction must hold the match lock."""
    clock = await clock_in(w, state)
    if clock is not None and clock.stopped is None:
        rests = await heartbeats.until_now(w, app, state.match.guild)
        await clocks.keep(w, app, state, stop_clock(clock, app.now(), rests), rests)


async def go_on(w: Writer, app: AppContext, state: MatchState) -> None:
    """Restart the stopped clock of the current turn; the transaction must hold the match lock."""
    clock = await clock_in(w, state)
    if clock is not None and clock.stopped is not None:
        rests = await heartbeats.until_now(w, app, state.match.guild)
        await clocks.keep(w, app, state, restart_clock(clock, app.now()), rests)


def stop_clock(clock: TurnClock, now: int, rests: Spans) -> TurnClock:
    """Return the clock as it is when stopped now, with the time that each seat has left."""
    left = {seat: time_left(clock, seat, now, rests) for seat in clock.left}
    return msgspec.structs.replace(clock, left=left, since=now, stopped=now)


def restart_clock(clock: TurnClock, now: int) -> TurnClock:
    """Return a stopped clock as restarted now; the stop doesn't count toward any seat's silence."""
    began = now if clock.stopped is None else clock.stopped
    silent = {
        seat: msgspec.structs.replace(silence, since=silence.since + now - max(began, silence.since))
        for seat, silence in clock.silent.items()
    }
    return msgspec.structs.replace(clock, since=now, silent=silent, stopped=None)
