"""Accepting an invitation to a contest."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import User, meet
from bot.matchmaking.contests.log import event_store
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import append_events, contest_of
from bot.matchmaking.contests.log.events import Event, Invited, Joined, Substituted
from bot.matchmaking.contests.organizing import entering, organizing
from bot.matchmaking.contests.organizing.entering import check_undecided, rating_of
from bot.matchmaking.contests.teams import own_team
from storage.engine.handle import Reader
from storage.tables import contests

_GONE = "This invitation is no longer open. Use /compete to see what's on."


async def accept(app: AppContext, id: str, person: User, number: int) -> Contest:
    """Accept a person's invitation to a contest.

    Args:
        app: The application context.
        id: The contest's id.
        person: The invited person.
        number: The number of the interaction with which they accept.

    Raises:
        UserError: The invitation is no longer open.
    """
    async with app.database.write(f"contest:{id}", f"person:{person.id}") as w:
        row, contest = await contest_of(w, app, id)
        invited = await entering.find_invitation(w, row, contest, person.id, app.now())
        if invited is None:
            raise UserError(_GONE, command="compete")
        check_undecided(contest, person.id)
        await meet(w, person, app.now())
        await contests.enter(w, id, person.id)
        rating = await rating_of(w, person.id, contest.terms)
        events = await _events(w, app, contest, invited, number, rating)
        after = await append_events(w, id, contest, events)
        await event_store.look(w, id, app.now())
    app.jobs.wake()
    return after


async def _events(
    r: Reader, app: AppContext, contest: Contest, invited: Invited, number: int, rating: float
) -> list[Event]:
    now, person = app.now(), invited.person
    if not invited.out:
        return [Joined(at=now, person=person, number=number, rating=rating)]
    try:
        organizing.check_substitute(contest, invited.out, person)
        await own_team.check_unbound(r, app, contest, invited.out)
    except UserError:
        raise UserError(_GONE, command="compete") from None
    came = Substituted(
        at=now,
        by=invited.by,
        side=invited.side,
        out=invited.out,
        person=person,
        number=number,
        rating=rating,
    )
    return [came, *organizing.play_again(app, contest, came)]
