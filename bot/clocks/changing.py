"""Changed settings hold, and what they change about clocks that run."""

from __future__ import annotations

import msgspec

from bot.clocks import away, people_settings
from bot.clocks.clocks import TURN, clock_of, keep, settings_of, time_left
from bot.clocks.people_settings import PersonSettings
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from storage import matches, scheduled_jobs
from storage.handle import Writer


async def change_settings(app: AppContext, person: int, settings: PersonSettings) -> None:
    """Keep a person's settings. Holidays and reminders hold at once, everything else from their next turn on;
    nobody loses or gains a second of what was left."""
    async with app.database.read() as r:
        open_matches = await matches.open_of(r, person, limit=1000)
    states = [await app.match_state(match.id) for match in open_matches]
    old = await settings_of(app, person)
    async with app.database.write(f"person:{person}", *(f"match:{state.match.id}" for state in states)) as w:
        await people_settings.keep(w, person, settings)
        for state in states:
            if any(state.seat_row(seat).person == person for seat in state.to_act):
                await _move_on(w, app, state, {person: settings})
        await away.tell_soon(w, person, old, settings, app.now())
    app.settings[person] = settings
    app.wake()


async def _move_on(w: Writer, app: AppContext, state: MatchState, changed: dict[int, PersonSettings]) -> None:
    """Let the clock of a turn go on now with the changed settings, unless that turn has passed."""
    clock = clock_of(await scheduled_jobs.get(w, TURN, state.match.id))
    if clock is None or clock.turn != (state.turn_number or 0):
        return
    hours = dict(clock.hours)
    for seat in clock.left:
        new = changed.get(state.seat_row(seat).person or 0)
        if new is not None:
            hours[seat] = msgspec.structs.replace(hours[seat], holidays=new.hours.holidays)
    now = app.now()
    left = {seat: time_left(app, clock, seat, now) for seat in clock.left}
    going_on = msgspec.structs.replace(clock, left=left, since=now, hours=hours)
    await keep(w, app, state, going_on, changed)
