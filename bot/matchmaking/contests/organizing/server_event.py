"""The scheduled event of the server for a contest that hasn't begun."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import append_events, contest_of
from bot.matchmaking.contests.log.events import Scheduled
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing.changing import can_change

_REFUSED = "It's in the server's events already, has begun, or has just changed. Open *Manage* again."


def can_add(contest: Contest) -> bool:
    """Return whether a contest can be added to its server's events: before it begins, and once.

    A contest needs a start that can still be changed, which a ladder and a team match don't have.
    """
    return can_change(contest) and contest.terms.starts_at > 0 and not contest.event


def check(contest: Contest) -> None:
    """Raise UserError if a contest can't be added to its server's events."""
    if not can_add(contest):
        raise UserError(_REFUSED)


async def note(app: AppContext, id: str, terms: Terms, event: int, by: int) -> None:
    """Note the server's event that was made by these terms; raise UserError if it isn't right anymore."""
    async with app.database.write(f"contest:{id}") as w:
        _, contest = await contest_of(w, app, id)
        check(contest)
        if contest.terms != terms:
            raise UserError(_REFUSED)
        await append_events(w, id, contest, [Scheduled(at=app.now(), by=by, event=event)])
