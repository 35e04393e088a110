"""Those who have entered are asked to check in, once that's possible."""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.log.next_steps import CHECK_IN
from storage.rows import DueJob, Message
from storage.tables import outbox, scheduled_jobs


async def ask(app: AppContext, due: DueJob) -> None:
    """Everybody who is in is asked, and everybody on the list of substitutes. Done twice, it asks once."""
    async with app.database.write(f"contest:{due.subject}") as w:
        await scheduled_jobs.done(w, due, app.now())
        _, contest = await contest_of(w, app, due.subject)
        if contest.is_checking_in(app.now()):
            asked = (*contest.there, *contest.substitutes.values())
            people = [one.person for one in asked if not one.checked_in]
            await outbox.add(w, [_asked(due.subject, person, app.now()) for person in people])
    app.wake()


def _asked(contest_id: str, person: int, now: int) -> Message:
    return Message(
        lane=notices.person_lane(person),
        kind=CHECK_IN,
        payload={"contest": contest_id, "person": person},
        nonce=f"{CHECK_IN}:{contest_id}:{person}",
        created_at=now,
        due_at=now,
    )
