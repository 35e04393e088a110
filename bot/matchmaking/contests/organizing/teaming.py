"""The proposing of team matches: server against server.

One captain proposes a match and gets a code; an organizer of another server who has it agrees. Each gathers a
team at home.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning
from bot.core.seats import Place, User, meet
from bot.core.server_settings import settings_of
from bot.core.terms import among_strangers
from bot.matchmaking.contests.formats.teams import team_of
from bot.matchmaking.contests.log import notifications
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import append_events, contest_of
from bot.matchmaking.contests.log.events import Agreed
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import making
from bot.matchmaking.contests.organizing.match_terms import check, terms_of
from bot.matchmaking.terms import server_rules
from storage.engine.handle import Reader, Writer
from storage.tables import contests, outbox
from storage.tables.contests import ContestRow

_TO_ITSELF = "This server's members only play people who are here. An admin can change that in its settings."
_CASUAL = "This challenge is for rated matches, and this server doesn't want any. Ask for a casual one."


async def as_allowed(app: AppContext, terms: Terms, organizer: int, place: Place) -> Terms:
    """Return terms with all options, casual if the server wants that; raise UserError if it forbids them."""
    fitting = await server_rules.fitting(app, terms_of(terms), place)
    asked = Beginning(person=organizer, other=None, level=None, place=place, terms=fitting, accepts=True)
    async with app.database.read() as r:
        await server_rules.check(r, asked, app.now())
        counts = (await settings_of(r, place.guild)).rated
    return msgspec.structs.replace(terms, options=fitting.options, rated=terms.rated and counts)


async def as_proposed(app: AppContext, terms: Terms, captain: int, place: Place) -> Terms:
    """Return the terms of a match against another server as the first server wants them.

    No server's moderators look after what people of both write, so they choose from a list.
    """
    await _check_open(app, place)
    terms = await as_allowed(app, terms, captain, place)
    return msgspec.structs.replace(terms, kind="teams", options=among_strangers(terms_of(terms)).options)


async def check_agreeing(app: AppContext, terms: Terms, captain: int, place: Place) -> None:
    """Raise UserError if the second server doesn't allow what the first one proposes."""
    await _check_open(app, place)
    if (await as_allowed(app, terms, captain, place)).rated != terms.rated:
        raise UserError(_CASUAL)


async def _check_open(app: AppContext, place: Place) -> None:
    """Raise UserError in a DM, and on a server whose members only play each other."""
    if place.guild is None:
        raise UserError("A team match is between two servers. Use this on one of them.")
    async with app.database.read() as r:
        if (await settings_of(r, place.guild)).lobby == "here":
            raise UserError(_TO_ITSELF)


_SIGNED = 8
"""The letters of a code's signature; the id before it is in every button, so it alone proves nothing."""
_NO_CODE = "I don't know this code. Check it for typos, or ask the other captain to send it again."
_HERE = "This challenge comes from this server. Send its code to an organizer of the other one."
_OVER = "This challenge is over. Ask the other captain for a new one."
_TAKEN = "This challenge is taken already. Ask the other captain for a new one."
_AGREED = "This server has agreed already."


class Offered(NamedTuple):
    """A challenge that waits for another server."""

    row: ContestRow
    contest: Contest


def code_of(row: ContestRow) -> str:
    """Return the code with which an organizer of another server can agree."""
    signed = hmac.new(row.secret, b"challenge:" + row.id.encode(), hashlib.sha256).hexdigest()
    return f"{row.id}-{signed[:_SIGNED]}"


async def find_challenge(app: AppContext, code: str, place: Place) -> Offered:
    """Return the challenge with a code; raise UserError if this server can't take it."""
    async with app.database.read() as r:
        return await find_challenge_in(r, app, code, place)


async def find_challenge_in(r: Reader, app: AppContext, code: str, place: Place) -> Offered:
    """Return the challenge with a code, in a transaction; raise UserError if this server can't take it."""
    code = "".join(code.split()).strip("`").lower()
    row = await contests.get(r, code.partition("-")[0])
    is_one = row is not None and row.kind == "teams" and row.parent is None
    if row is None or not is_one or not hmac.compare_digest(code.encode(), code_of(row).encode()):
        raise UserError(_NO_CODE)
    _, contest = await contest_of(r, app, row.id)
    if contest.ended_at is not None:
        raise UserError(_OVER)
    server_rules = team_of(contest, place.guild)
    if server_rules == 0:
        raise UserError(_HERE)
    if len(contest.teams) > 1:
        raise UserError(_TAKEN if server_rules is None else _AGREED)
    return Offered(row, contest)


_SAME_NAME = "The other team has this name already. Choose a different one."


async def propose(app: AppContext, captain: User, terms: Terms, team: str, place: Place) -> ContestRow:
    """Propose a match of the captain's server, for its team of this name; raise UserError if it can't be.

    It begins at its time if a captain of another server has agreed by then.
    """
    terms = await as_proposed(app, terms, captain.id, place)
    check(terms)
    row = making.new_row(app, captain, terms, place)
    async with app.database.write(f"guild:{place.guild}", f"contest:{row.id}", f"person:{captain.id}") as w:
        await making.check_room(w, place.guild)
        await making.check_names(w, place.guild, terms.name, team)
        await meet(w, captain, app.now())
        await making.add(w, app, row, terms)
        await append_events(w, row.id, Contest(terms), [_build_agreement(app, captain, place, 0, team)])
    app.wake()
    return row


def _build_agreement(app: AppContext, captain: User, place: Place, team: int, name: str) -> Agreed:
    return Agreed(at=app.now(), by=captain.id, side=team, team=team, guild=place.guild or 0, name=name)


async def agree(app: AppContext, code: str, captain: User, team: str, place: Place) -> ContestRow:
    """Accept a challenge on another server, for its team of this name; raise UserError if it can't be."""
    row, contest = await find_challenge(app, code, place)
    await check_agreeing(app, contest.terms, captain.id, place)
    async with app.database.write(f"guild:{place.guild}", f"contest:{row.id}", f"person:{captain.id}") as w:
        row, contest = await find_challenge_in(w, app, code, place)
        await _check(w, contest, team, place)
        await meet(w, captain, app.now())
        await _add_part(w, app, row, captain, place)
        after = await append_events(w, row.id, contest, [_build_agreement(app, captain, place, 1, team)])
        card = notifications.card(row.id, after.length, app.now())
        await outbox.add(w, [card, *notifications.build_agreement(row, app.now())])
    app.wake()
    return row


async def _check(r: Reader, contest: Contest, team: str, place: Place) -> None:
    """Raise UserError if there's no room, or one of the servers doesn't want a name that it would show."""
    [first] = contest.teams
    if team.casefold() == first.name.casefold():
        raise UserError(_SAME_NAME)
    await making.check_room(r, place.guild)
    await making.check_names(r, place.guild, contest.terms.name, first.name, team)
    await making.check_names(r, first.guild, team)


async def _add_part(w: Writer, app: AppContext, row: ContestRow, captain: User, place: Place) -> None:
    """Add the second server's row, which says where its card is; the secret stays in the first row."""
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
