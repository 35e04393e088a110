"""News of holidays for opponents, at most once a minute, and reminders of deadlines.

News is a scheduled job, so it survives a restart. The job keeps what opponents were told last: a holiday that
begins and ends within the minute sends nothing.
"""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.clock_pauses import awake
from bot.core.limits import LIMITS
from bot.core.person_settings import PersonSettings, away_until, from_row, settings_in
from bot.play.clocks import clocks, heartbeats
from bot.play.clocks.clocks import find_limited_opponents
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, ScheduledJob
from storage.tables import matches, outbox, people, scheduled_jobs

AWAY = "away"
"""The kind of the job; its subject is the person."""
_LIMITED = " In your contest, vacations count as its terms say."


async def tell_soon(w: Writer, person: int, old: PersonSettings, new: PersonSettings, now: int) -> None:
    """Schedule news of a changed holiday for the opponents, unless such a job waits already.

    The payload's `told` is the end of the holiday that they know of, in Unix seconds, or None.
    """
    told = away_until(old, now)
    if away_until(new, now) == told or await scheduled_jobs.get(w, AWAY, str(person)) is not None:
        return
    due_at = now + (LIMITS["news of a holiday"].seconds or 0)
    await scheduled_jobs.set(
        w, ScheduledJob(kind=AWAY, subject=str(person), due_at=due_at, payload={"told": told})
    )


async def tell_opponents(app: AppContext, deadline: DueJob) -> None:
    """Tell all opponents of a person about the current holiday, unless they know."""
    person = int(deadline.subject)
    async with app.database.write(f"person:{person}") as w:
        if not await scheduled_jobs.mark_done(w, deadline, app.now()):
            return
        row = await people.get(w, person)
        news = _news(deadline.payload["told"], from_row(row.settings if row else {}), app.now())
        if news is None:
            return
        others, limited = await _opponents(w, person), await find_limited_opponents(w, person)
        texts = {other: f"<@{person}> {news}{_LIMITED if other in limited else ''}" for other in others}
        occasion = f"about:{deadline.id}"
        await outbox.add(
            w,
            [
                notices.note(other, text, f"{occasion}:{other}", app.now(), "holidays")
                for other, text in texts.items()
            ],
        )
    app.wake()


def _news(told: int | None, settings: PersonSettings, now: int) -> str | None:
    """Return the news for opponents who know of a holiday until `told` (None: of none), or None."""
    until, known = away_until(settings, now), told if told is not None and told > now else None
    if until == known:
        return None
    return (
        "is back from vacation."
        if until is None
        else f"is on vacation until <t:{until}:f>; their clock is paused."
    )


async def _opponents(r: Reader, person: int) -> list[int]:
    """Return the opponents in all open matches of a person."""
    found = [row.person for match in await matches.open_of(r, person, limit=1000) for row in match.seats]
    return sorted({other for other in found if other is not None and other != person})


async def remind(app: AppContext, deadline: DueJob) -> None:
    """Remind the seat of its deadline, unless it has acted meanwhile, and schedule its next reminder."""
    state, payload = await app.match_state(deadline.subject), deadline.payload
    seat = int(payload["seat"])
    person = state.seat_row(seat).person
    async with app.database.read() as r:
        clock = clocks.clock_of(await scheduled_jobs.get(r, clocks.TURN, deadline.subject))
    stale = person is None or clock is None or clock.turn != payload["turn"] or seat not in state.to_act
    if stale or person is None or clock is None or seat not in clocks.running_of(clock, (seat,)):
        return
    async with app.database.read() as r:
        rests = await heartbeats.of_match(r, app, state.match.guild)
        settings = await settings_in(r, person)
    left = int(payload["left"])
    if await clocks.is_early(app, state.match.guild, deadline, clocks.moment_of(clock, seat, left, rests)):
        return
    moment = awake(clock.hours[seat], app.now())
    async with app.database.write(f"match:{deadline.subject}") as w:
        if not await scheduled_jobs.mark_done(w, deadline, app.now()):
            return
        await outbox.add(w, [notices.reminder(state, seat, left, settings.where, moment)])
        for following in clocks.next_reminder(state, clock, seat, settings, left, rests):
            await scheduled_jobs.set(w, following)
    app.wake()
