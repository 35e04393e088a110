"""The places from which a person may enter a contest."""

from __future__ import annotations

from bot.core import hooks
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning
from bot.core.seats import Place
from bot.matchmaking.contests.organizing import global_ladders
from bot.matchmaking.contests.organizing.match_terms import terms_in
from bot.matchmaking.contests.teams.team_sides import Found


async def check_place(app: AppContext, found: Found, person: int, place: Place) -> None:
    """Raise UserError if a person can't enter a contest from a place.

    They can only do so on the contest's server, and only if they may begin a match there; suspended people,
    for example, may not.
    """
    row, contest = found
    if row.guild is not None and place.guild != row.guild:
        raise UserError("Join on the server where it's played.")
    where = Place(row.channel or place.channel, place.guild, place.parent, place.roles)
    terms = terms_in(row, contest.terms)
    asked = Beginning(person=person, other=None, level=None, place=where, terms=terms, accepts=True)
    async with app.database.read() as r:
        if row.guild is None:
            await global_ladders.check_server(r, place.guild)
        await hooks.check(r, app.hooks.checks, asked, app.now())
