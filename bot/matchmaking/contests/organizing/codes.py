"""The code by which an organizer of another server finds a challenge and can answer it."""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place
from bot.matchmaking.contests.formats.teams import team_of
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.event_store import contest_of
from storage.engine.handle import Reader
from storage.tables import contests
from storage.tables.contests import ContestRow

_SIGNED = 8
"""Letters by which a code proves that a captain gave it: the contest's name alone is in every button of its
card."""
_NO_CODE = "I know no challenge with this code. Check it, or ask the other captain for it again."
_HERE = "This challenge comes from this server. Send its code to an organizer of the other one."
_OVER = "This challenge is over. Ask the other captain for a new one."
_TAKEN = "This challenge is taken already. Ask the other captain for a new one."
_AGREED = "This server has agreed already."


class Offered(NamedTuple):
    """A challenge that waits for another server."""

    row: ContestRow
    contest: Contest


def code_of(row: ContestRow) -> str:
    """The code with which an organizer of another server can agree."""
    signed = hmac.new(row.secret, b"challenge:" + row.id.encode(), hashlib.sha256).hexdigest()
    return f"{row.id}-{signed[:_SIGNED]}"


async def offered(app: AppContext, code: str, place: Place) -> Offered:
    """The challenge with this code, for an organizer to take on this server; UserError where they can't."""
    async with app.database.read() as r:
        return await offered_in(r, app, code, place)


async def offered_in(r: Reader, app: AppContext, code: str, place: Place) -> Offered:
    """The same within a transaction."""
    code = "".join(code.split()).strip("`").lower()
    row = await contests.get(r, code.partition("-")[0])
    is_one = row is not None and row.kind == "teams" and row.parent is None
    if row is None or not is_one or not hmac.compare_digest(code.encode(), code_of(row).encode()):
        raise UserError(_NO_CODE)
    _, contest = await contest_of(r, app, row.id)
    if contest.ended_at is not None:
        raise UserError(_OVER)
    here = team_of(contest, place.guild)
    if here == 0:
        raise UserError(_HERE)
    if len(contest.teams) > 1:
        raise UserError(_TAKEN if here is None else _AGREED)
    return Offered(row, contest)
