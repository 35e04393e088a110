"""Server against server: one captain proposes a match and gets a code; an organizer of another server who has
it agrees. Each gathers a team at home."""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

import msgspec

from bot.contests import creating, telling
from bot.contests.allowing import as_allowed
from bot.contests.contest import Contest
from bot.contests.events import Agreed
from bot.contests.formats.teams import team_of
from bot.contests.keeping import contest_of, happened
from bot.contests.playable import check
from bot.contests.terms import Terms
from bot.core import look_alikes
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.own_words import among_strangers
from bot.core.seats import Place, User, meet
from bot.core.server_settings import settings_of
from bot.core.terms import MatchTerms
from bot.outbox import notices
from storage import contests, outbox
from storage.contests import ContestRow
from storage.handle import Reader, Writer
from storage.rows import Message

AGREED = "contest agreed"
"""The kind of the message by which a captain hears that another one has agreed."""
_SIGNED = 8
"""Letters by which a code proves that a captain gave it: the contest's name alone is in every button of its
card."""
_NO_CODE = "I know no challenge with this code. Check it, or ask the other captain for it again."
_HERE = "This challenge comes from this server. Send its code to an organizer of the other one."
_OVER = "This challenge is over. Ask the other captain for a new one."
_TAKEN = "This challenge is taken already. Ask the other captain for a new one."
_TO_ITSELF = "This server's members only play people who are here. An admin can change that in its settings."
_CASUAL = "This challenge is for rated matches, and this server doesn't want any. Ask for a casual one."
_SAME_NAME = "The other team has this name already. Choose a different one."


class Offered(NamedTuple):
    """A challenge that waits for another server."""

    row: ContestRow
    contest: Contest


async def propose(app: AppContext, captain: User, terms: Terms, team: str, place: Place) -> ContestRow:
    """A captain proposes a match of their server, whose team gets this name; it begins at its time if a
    captain of another server has agreed by then. UserError for terms that can't be."""
    await _check_open(app, place)
    terms = _among_strangers(await as_allowed(app, terms, captain.id, place))
    check(terms)
    row = creating.new_row(app, captain, terms, place)
    async with app.database.write(f"guild:{place.guild}", f"contest:{row.id}", f"person:{captain.id}") as w:
        await creating.check_room(w, place.guild, (terms.name, team))
        await meet(w, captain, app.now())
        await creating.add(w, app, row, terms)
        await happened(w, row.id, Contest(terms), [_agreed(app, captain, place, 0, team)])
    app.wake()
    return row


async def _check_open(app: AppContext, place: Place) -> None:
    """UserError on a server that keeps to itself, and where there's none."""
    if place.guild is None:
        raise UserError("A team match is between two servers. Use this on one of them.")
    async with app.database.read() as r:
        if (await settings_of(r, place.guild)).lobby == "here":
            raise UserError(_TO_ITSELF)


def _among_strangers(terms: Terms) -> Terms:
    """No server's moderators look after what people of two servers write, so they choose from a list."""
    played = among_strangers(MatchTerms(terms.game, terms.options, terms.pace, terms.rated))
    return msgspec.structs.replace(terms, kind="teams", options=played.options)


def _agreed(app: AppContext, captain: User, place: Place, team: int, name: str) -> Agreed:
    return Agreed(at=app.now(), by=captain.id, side=team, team=team, guild=place.guild or 0, name=name)


def code_of(row: ContestRow) -> str:
    """The code with which an organizer of another server can agree."""
    signed = hmac.new(row.secret, b"challenge:" + row.id.encode(), hashlib.sha256).hexdigest()
    return f"{row.id}-{signed[:_SIGNED]}"


async def offered(app: AppContext, code: str, place: Place) -> Offered:
    """The challenge with this code, for an organizer to take on this server; UserError where they can't."""
    async with app.database.read() as r:
        return await _offered(r, app, code, place)


async def _offered(r: Reader, app: AppContext, code: str, place: Place) -> Offered:
    code = "".join(code.split()).strip("`").lower()
    row = await contests.get(r, code.partition("-")[0])
    is_one = row is not None and row.kind == "teams" and row.parent is None
    if row is None or not is_one or not hmac.compare_digest(code.encode(), code_of(row).encode()):
        raise UserError(_NO_CODE)
    _, contest = await contest_of(r, app, row.id)
    if contest.ended_at is not None:
        raise UserError(_OVER)
    if team_of(contest, place.guild) == 0:
        raise UserError(_HERE)
    if len(contest.teams) > 1:
        mine = team_of(contest, place.guild) is not None
        raise UserError("This server has agreed already." if mine else _TAKEN)
    return Offered(row, contest)


async def agree(app: AppContext, code: str, captain: User, team: str, place: Place) -> ContestRow:
    """An organizer of another server accepts the terms as they are, for a team with this name."""
    await _check_open(app, place)
    row, contest = await offered(app, code, place)
    if (await as_allowed(app, contest.terms, captain.id, place)).rated != contest.terms.rated:
        raise UserError(_CASUAL)
    async with app.database.write(f"guild:{place.guild}", f"contest:{row.id}", f"person:{captain.id}") as w:
        row, contest = await _offered(w, app, code, place)
        await _check_names(w, contest, team, place)
        await meet(w, captain, app.now())
        await _add_part(w, app, row, captain, place)
        after = await happened(w, row.id, contest, [_agreed(app, captain, place, 1, team)])
        await outbox.add(w, _told(row, after, app.now()))
    app.wake()
    return row


async def _check_names(r: Reader, contest: Contest, team: str, place: Place) -> None:
    """UserError where one of the two servers doesn't want what would be written there."""
    [first] = contest.teams
    if team.casefold() == first.name.casefold():
        raise UserError(_SAME_NAME)
    await creating.check_room(r, place.guild, (contest.terms.name, first.name, team))
    await look_alikes.check(r, first.guild, (team,))


async def _add_part(w: Writer, app: AppContext, row: ContestRow, captain: User, place: Place) -> None:
    """What the second server has of it: where its card is."""
    part = msgspec.structs.replace(
        creating.new_row(app, captain, Terms(kind="teams", name="", game=row.game), place),
        terms=row.terms,
        secret=b"",
        parent=row.id,
    )
    await contests.add(w, part)
    await outbox.add(w, [telling.card(part.id, 0, app.now())])


def _told(row: ContestRow, contest: Contest, now: int) -> list[Message]:
    """The first server's card follows, and its captain hears of it."""
    captain = row.organizer or 0
    heard = Message(
        lane=notices.person_lane(captain),
        kind=AGREED,
        payload={"contest": row.id, "person": captain},
        nonce=f"{AGREED}:{row.id}",
        created_at=now,
        due_at=now,
    )
    return [telling.card(row.id, contest.length, now), *([heard] if captain > 0 else [])]
