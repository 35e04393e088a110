"""Whoever is to act is reminded, while their clock runs."""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.clock_pauses import awake
from bot.core.person_settings import settings_in
from bot.play.clocks import clocks, outages
from storage.rows import DueJob
from storage.tables import outbox, scheduled_jobs


async def remind(app: AppContext, deadline: DueJob) -> None:
    """Remind the seat of a deadline, unless it has acted meanwhile, and set its next reminder."""
    state, payload = await app.match_state(deadline.subject), deadline.payload
    seat = int(payload["seat"])
    person = state.seat_row(seat).person
    async with app.database.read() as r:
        clock = clocks.clock_of(await scheduled_jobs.get(r, clocks.TURN, deadline.subject))
    stale = person is None or clock is None or clock.turn != payload["turn"] or seat not in state.to_act
    if stale or person is None or clock is None or seat not in clocks.running_of(clock, (seat,)):
        return
    async with app.database.read() as r:
        rests = await outages.of_match(r, app, state.match.guild)
        settings = await settings_in(r, person)
    left = int(payload["left"])
    if await clocks.is_early(app, state.match.guild, deadline, clocks.moment_of(clock, seat, left, rests)):
        return
    moment = awake(clock.hours[seat], app.now())
    async with app.database.write(f"match:{deadline.subject}") as w:
        if not await scheduled_jobs.done(w, deadline, app.now()):
            return
        await outbox.add(w, [notices.reminder(state, seat, left, settings.where, moment)])
        for following in clocks.next_reminder(state, clock, seat, settings, left, rests):
            await scheduled_jobs.set(w, following)
    app.wake()
