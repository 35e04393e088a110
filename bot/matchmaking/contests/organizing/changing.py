"""The change of a contest's terms before it begins; its format and its game stay."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import append_events, contest_of
from bot.matchmaking.contests.log.events import Changed
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import making, stakes
from bot.matchmaking.contests.organizing.match_terms import check
from storage.tables import contests, outbox

_FIXED = "The format and the game stay as they were announced. Call it off, and announce another one."


def can_change(contest: Contest) -> bool:
    """Return whether the terms can still be changed.

    A ladder's never can, as it begins at once, nor a team match's, which two servers agree on.
    """
    return contest.status == "open" and contest.terms.kind not in ("ladder", "teams")


async def change(app: AppContext, id: str, terms: Terms, by: int) -> None:
    """Change a contest's terms, and move its start; raise UserError if that can't be.

    Those who are in stay in.
    """
    check(terms)
    async with app.database.write(f"contest:{id}") as w:
        row, contest = await contest_of(w, app, id)
        _check_change(contest, terms)
        stakes.check("change", by, contest)
        await making.check_names(w, row.guild, terms.name)
        terms = msgspec.structs.replace(terms, number=contest.terms.number)
        await contests.change(w, id, msgspec.to_builtins(terms))
        after = await append_events(w, id, contest, [Changed(at=app.now(), by=by)])
        await making.set_jobs(w, id, terms, app.now())
        await outbox.add(w, [notifications.card(id, after.length, app.now())])
        if contest.event:
            await outbox.add(w, [notifications.follow_event(id, after.length, app.now())])
    app.wake()


def _check_change(contest: Contest, terms: Terms) -> None:
    if not can_change(contest):
        told = f"This {contest.terms.noun} has begun or is over, so its terms can't be changed anymore."
        raise UserError(told)
    if (terms.kind, terms.game) != (contest.terms.kind, contest.terms.game):
        raise UserError(_FIXED)
    there = len(contest.there)
    if terms.most < there:
        raise UserError(f"{there} people are in already. Leave room for them, or take someone out first.")
