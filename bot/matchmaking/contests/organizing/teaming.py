"""Server against server: one captain proposes a match and gets a code; an organizer of another server who has
it agrees. Each gathers a team at home."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place, User, meet
from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import happened
from bot.matchmaking.contests.log.events import Agreed
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import allowing, codes, making
from bot.matchmaking.contests.organizing.match_terms import check
from storage.engine.handle import Reader, Writer
from storage.tables import contests, outbox
from storage.tables.contests import ContestRow

_SAME_NAME = "The other team has this name already. Choose a different one."


async def propose(app: AppContext, captain: User, terms: Terms, team: str, place: Place) -> ContestRow:
    """A captain proposes a match of their server, whose team gets this name; it begins at its time if a
    captain of another server has agreed by then. UserError for terms that can't be."""
    terms = await allowing.as_proposed(app, terms, captain.id, place)
    check(terms)
    row = making.new_row(app, captain, terms, place)
    async with app.database.write(f"guild:{place.guild}", f"contest:{row.id}", f"person:{captain.id}") as w:
        await making.check_room(w, place.guild)
        await making.check_names(w, place.guild, terms.name, team)
        await meet(w, captain, app.now())
        await making.add(w, app, row, terms)
        await happened(w, row.id, Contest(terms), [_agreed(app, captain, place, 0, team)])
    app.wake()
    return row


def _agreed(app: AppContext, captain: User, place: Place, team: int, name: str) -> Agreed:
    return Agreed(at=app.now(), by=captain.id, side=team, team=team, guild=place.guild or 0, name=name)


async def agree(app: AppContext, code: str, captain: User, team: str, place: Place) -> ContestRow:
    """An organizer of another server accepts the terms as they are, for a team with this name."""
    row, contest = await codes.offered(app, code, place)
    await allowing.check_agreeing(app, contest.terms, captain.id, place)
    async with app.database.write(f"guild:{place.guild}", f"contest:{row.id}", f"person:{captain.id}") as w:
        row, contest = await codes.offered_in(w, app, code, place)
        await _check(w, contest, team, place)
        await meet(w, captain, app.now())
        await _add_part(w, app, row, captain, place)
        after = await happened(w, row.id, contest, [_agreed(app, captain, place, 1, team)])
        card = notifications.card(row.id, after.length, app.now())
        await outbox.add(w, [card, *notifications.agreed(row, app.now())])
    app.wake()
    return row


async def _check(r: Reader, contest: Contest, team: str, place: Place) -> None:
    """UserError where there's no room, or one of the servers doesn't want what would be written there."""
    [first] = contest.teams
    if team.casefold() == first.name.casefold():
        raise UserError(_SAME_NAME)
    await making.check_room(r, place.guild)
    await making.check_names(r, place.guild, contest.terms.name, first.name, team)
    await making.check_names(r, first.guild, team)


async def _add_part(w: Writer, app: AppContext, row: ContestRow, captain: User, place: Place) -> None:
    """What the second server has of it: where its card is. The secret stays in one place."""
    part = msgspec.structs.replace(
        row,
        id=app.randomness.name(),
        guild=place.guild,
        channel=place.channel,
        message=None,
        organizer=captain.id,
        secret=b"",
        parent=row.id,
        created_at=app.now(),
    )
    await contests.add(w, part)
    await outbox.add(w, [notifications.card(part.id, 0, app.now())])
