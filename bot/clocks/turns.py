"""What becomes of the clocks when a turn begins or passes, by what holds in the transaction that says so."""

from __future__ import annotations

from bot.clocks import clocks, outages
from bot.clocks.clocks import BESIDE, TURN, TurnClock
from bot.clocks.outages import Noticed
from bot.clocks.time_control import TIME_CONTROLS, bank_after, length_of_turn
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from storage import matches, scheduled_jobs
from storage.handle import Reader, Writer
from storage.ply import Also
from storage.rows import ScheduledJob


def passing(app: AppContext, before: MatchState, seat: int, after: MatchState) -> Also:
    """That a turn passes with an action of a seat: its clock is done, and that of the next turn begins."""
    seen = outages.noticed(app)

    async def write(w: Writer) -> None:
        bank = await _bank_after(w, seen, before, seat)
        if bank is not None:
            await matches.set_bank(w, before.match.id, seat, bank)
        following = await deadlines(w, seen, after)
        for kind in BESIDE if following else (TURN, *BESIDE):
            await scheduled_jobs.clear(w, kind, before.match.id, seen.now)
        for deadline in following:
            await scheduled_jobs.set(w, deadline)

    return write


async def turn_deadlines(r: Reader, app: AppContext, state: MatchState) -> tuple[ScheduledJob, ...]:
    """The deadline of the turn that begins now, and the first reminders; none without a clock, or while an AI
    alone is to act."""
    return await deadlines(r, outages.noticed(app), state)


async def deadlines(r: Reader, seen: Noticed, state: MatchState) -> tuple[ScheduledJob, ...]:
    """The same of a turn that begins at a moment."""
    match, pace = state.match, TIME_CONTROLS[state.match.pace]
    people = {seat: state.seat_row(seat) for seat in state.to_act if not state.is_bot(seat)}
    lengths = {seat: length_of_turn(pace, row.bank) for seat, row in people.items()}
    left = {seat: length for seat, length in lengths.items() if length is not None}
    if not left:
        return ()
    settings = {seat: await clocks.settings_in(r, people[seat].person or 0) for seat in left}
    hours = {seat: found.hours for seat, found in settings.items()}
    clock = TurnClock(left, seen.now, max(left.values()), state.turn_number or 0, hours)
    rests = (await seen.known(r)).of(match.guild)
    return clocks.deadlines(state, clock, seen.now, rests, settings)


async def _bank_after(r: Reader, seen: Noticed, state: MatchState, seat: int) -> int | None:
    """What a seat has in its bank when its turn ends now; None where the pace has no bank."""
    pace, person = TIME_CONTROLS[state.match.pace], state.seat_row(seat).person
    if pace.bank is None or person is None:
        return None
    clock = clocks.clock_of(await scheduled_jobs.get(r, TURN, state.match.id))
    if clock is None or seat not in clock.left:
        return None
    rests = (await seen.known(r)).of(state.match.guild)
    return bank_after(pace, clocks.time_left(clock, seat, seen.now, rests))
