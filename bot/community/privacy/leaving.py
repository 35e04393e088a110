"""Deleting all that is stored about somebody: what stays of them is a meaningless number.

It's a scheduled job, written when they ask for it, so a crash doesn't keep it from being done. First their
matches end, one by one; then everything else happens in one transaction, or not at all."""

from __future__ import annotations

from bot.community.privacy.ends import check_over, end_matches
from bot.community.privacy.silencing import written_by
from bot.core import notices
from bot.core.app_context import AppContext
from bot.matchmaking.challenges import bot_matches, offering
from bot.matchmaking.contests.organizing import entering
from storage.engine.handle import Reader, Writer
from storage.rows import DueJob, ScheduledJob
from storage.tables import challenges, deleting, outbox, people, redactions, scheduled_jobs

MOST_NUMBERS = 1_000_000
SCRUB = "scrub"
"""The kind of the job after which the database's files hold nothing more of what was deleted."""
AGAIN_SECONDS = 60


async def carry_out(app: AppContext, due: DueJob) -> None:
    """Delete whoever has asked for it. Done again after a crash, it does what is still to do."""
    person = int(due.subject)
    # First, so that no contest pairs them again while their matches end.
    entered = await entering.leave_all(app, person)
    await end_matches(app, person, due.payload["matches"])
    written = await written_by(app, person)
    async with app.database.write(f"person:{person}", *(f"contest:{id}" for id in entered)) as w:
        if not await scheduled_jobs.done(w, due, app.now()):
            return
        await check_over(w, person)
        await _withdraw(w, person, app.now())
        for one in written.said:
            await redactions.redact(w, one.match_id, one.number, one.text, None, app.now())
        for match_id, options in written.options.items():
            await redactions.rewrite(w, match_id, options)
        await deleting.renumber(w, person, await _free_number(w, app))
        await scheduled_jobs.set(w, _scrub_at(app.now()))
    app.wake()


async def scrub(app: AppContext, due: DueJob) -> None:
    """Empty the database's free pages and its log; in a while where a backup is just being read from them."""
    if not await app.database.scrub():
        async with app.database.write() as w:
            await scheduled_jobs.set(w, _scrub_at(app.now() + AGAIN_SECONDS))


def _scrub_at(moment: int) -> ScheduledJob:
    return ScheduledJob(kind=SCRUB, subject="", due_at=moment)


# --- their challenges ---------------------------------------------------------------------------------


async def _withdraw(w: Writer, person: int, now: int) -> None:
    """Their challenges, and those to them, can't be accepted any more; the cards say so."""
    for one in await challenges.open_of(w, person):
        await challenges.set_status(w, one.id, "withdrawn")
        await scheduled_jobs.clear(w, bot_matches.EXPIRY if one.level else offering.EXPIRY, one.id, now)
        await outbox.add(w, [notices.card(one, now), *notices.challenged(one, now)])


# --- their number -------------------------------------------------------------------------------------


async def _free_number(r: Reader, app: AppContext) -> int:
    """A number that says nothing, and that nobody has: below 0, so that it's never anybody's id."""
    while True:
        number = -1 - app.randomness.number() % MOST_NUMBERS
        if await people.get(r, number) is None:
            return number
