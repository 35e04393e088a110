"""Server against server: one captain proposes a match, the other one agrees, and each gathers a team."""

from __future__ import annotations

import msgspec

from bot.contests.contest import Contest
from bot.contests.events import Agreed
from bot.contests.keeping import contest_of, happened
from bot.contests.next_look import look_at
from bot.contests.playable import check
from bot.contests.terms import Team, Terms
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place, User, meet
from storage import contests, scheduled_jobs
from storage.contests import ContestRow

_NO_CAPTAIN = "Only the captain of this server's team can do that."


async def propose(
    app: AppContext, captain: User, terms: Terms, theirs: Team, name: str, place: Place
) -> ContestRow:
    """A captain proposes a match of their server, whose team gets this name, to another server's team; it
    begins at its time if that one's captain has agreed by then. UserError for terms that can't be."""
    if place.guild is None or place.guild == theirs.guild:
        raise UserError("A team match is between two servers. Propose it on one to the other.")
    teams = (Team(place.guild, name, captain.id), theirs)
    terms = msgspec.structs.replace(terms, kind="teams", teams=teams)
    check(terms)
    row = ContestRow(
        id=app.randomness.name(),
        guild=place.guild,
        channel=place.channel,
        organizer=captain.id,
        kind=terms.kind,
        game=terms.game,
        terms=msgspec.to_builtins(terms),
        secret=app.randomness.nonce(),
        created_at=app.now(),
    )
    async with app.database.write(f"contest:{row.id}", f"person:{captain.id}") as w:
        await meet(w, captain, app.now())
        await contests.add(w, row)
        await happened(w, row.id, Contest(terms), [Agreed(at=app.now(), by=captain.id, team=0)])
        await scheduled_jobs.set(w, look_at(row.id, terms.starts_at))
    app.jobs.wake()
    return row


async def agree(app: AppContext, id: str, captain: User, place: Place) -> Contest:
    """The captain of the other server accepts the terms as they are."""
    async with app.database.write(f"contest:{id}", f"person:{captain.id}") as w:
        _, contest = await contest_of(w, app, id)
        team = contest.terms.team_of(place.guild)
        if contest.status != "open" or team is None or contest.terms.teams[team].captain != captain.id:
            raise UserError(_NO_CAPTAIN)
        if team in contest.agreed:
            raise UserError("You've agreed already. It begins at its time.")
        await meet(w, captain, app.now())
        return await happened(w, id, contest, [Agreed(at=app.now(), by=captain.id, team=team)])
