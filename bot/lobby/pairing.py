"""Two who look for an opponent get each other: one match, or none at all."""

from __future__ import annotations

import msgspec

from bot.challenges.following import check_rest
from bot.core.app_context import AppContext
from bot.core.beginnings import Beginning, check
from bot.core.errors import UserError
from bot.core.seats import Place, SeatAssignment
from bot.core.server_settings import settings_of
from bot.core.terms import MatchTerms
from bot.lobby.fitting import by_fit, fits, in_order, server_of
from bot.lobby.wanted import terms_on
from bot.matches.following import after_commit
from bot.matches.header import make_match
from bot.matches.starting import add_match, alone, casual_if_need_be
from games.core.chance import drawn_sides
from games.core.record import BY_LOT
from games.core.seats import by_seat
from storage import scheduled_jobs, seeks
from storage.handle import Reader
from storage.rows import Match
from storage.seeks import Seek

LOOK = "seek"
"""The kind of job by which a search is looked at again."""


async def pair(app: AppContext, seek: Seek) -> bool:
    """Begin a match with the best of those who fit and may play each other; False where there's none."""
    async with app.database.read() as r:
        others = await seeks.open_in(r, seek.game)
    for other in by_fit(seek, others, app.now()):
        if await _begin(app, *in_order(seek, other)):
            return True
    return False


async def _begin(app: AppContext, first: Seek, second: Seek) -> bool:
    """Their match, unless something keeps it from beginning: then both go on looking, and nobody is told."""
    if not await _are_rested(app, first, second):
        return False
    async with app.database.read() as r:
        terms = await terms_on(r, first, server_of(first, second))
    match = _match(app, first, second, terms)
    async with app.database.write(*alone(match)) as w:
        if not await _may(w, app, first, second, terms):
            return False
        await add_match(w, app, await casual_if_need_be(w, app, match))
        for one in (first, second):
            await seeks.close(w, one.id, "paired", app.now(), match.id)
            await scheduled_jobs.clear(w, LOOK, one.id, app.now())
    await after_commit(app, match.id)
    return True


async def _are_rested(app: AppContext, first: Seek, second: Seek) -> bool:
    try:
        await check_rest(app, first.game, second.person, first.person)
    except UserError:
        return False
    return True


def _match(app: AppContext, first: Seek, second: Seek, terms: MatchTerms) -> Match:
    """The two in seats that are drawn; on the server on which both looked, or else in their DMs alone, so
    that nothing of one server is seen on another."""
    mine, other = (SeatAssignment(one.person, one.interaction) for one in (first, second))
    seat = drawn_sides(first.nonce, first.interaction, second.interaction).index(first.interaction)
    guild = server_of(first, second)
    place = Place(first.channel, guild)
    name = app.randomness.name()
    match = make_match(app, name, terms, by_seat(seat, mine, other), place, first.nonce, BY_LOT)
    return match if guild is not None else msgspec.structs.replace(match, channel=None)


async def _may(r: Reader, app: AppContext, first: Seek, second: Seek, terms: MatchTerms) -> bool:
    """Whether both still look and fit, and nothing stands between them or in the way of one of them: what's
    asked of challenges is asked of both, in both directions."""
    one, other = await seeks.get(r, first.id), await seeks.get(r, second.id)
    if one is None or other is None or not fits(one, other, app.now()):
        return False
    try:
        for mine, theirs in ((first, second), (second, first)):
            await _check_one(r, app, mine, theirs, terms)
    except UserError:
        return False
    return True


async def _check_one(r: Reader, app: AppContext, mine: Seek, theirs: Seek, terms: MatchTerms) -> None:
    place = Place(mine.channel, mine.guild, mine.parent)
    beginning = Beginning(
        person=mine.person, other=theirs.person, level=None, place=place, terms=terms, accepts=True
    )
    await check(r, app.checks, beginning, app.now())
    if mine.guild != theirs.guild and (await settings_of(r, mine.guild)).lobby == "here":
        raise UserError("This server keeps to itself.")
