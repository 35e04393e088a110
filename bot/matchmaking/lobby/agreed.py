"""The match of two who look for the same: whether it may begin, and its header."""

from __future__ import annotations

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place, SeatAssignment
from bot.core.server_settings import settings_of
from bot.core.start_checks import Beginning, check
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges.following import check_rest
from bot.matchmaking.lobby.fit import server_of
from bot.play.matches.header import make_match
from games.core.chance import drawn_sides
from games.core.record import BY_LOT
from games.core.vocabulary.seats import by_seat
from storage.engine.handle import Reader
from storage.rows import Match
from storage.tables.seeks import Seek


async def are_rested(app: AppContext, first: Seek, second: Seek) -> bool:
    """Whether their game doesn't ask the two for a rest."""
    try:
        await check_rest(app, first.game, second.person, first.person)
    except UserError:
        return False
    return True


def match_of(app: AppContext, first: Seek, second: Seek, terms: MatchTerms) -> Match:
    """The two in seats that are drawn; on the server on which both looked, or else in their DMs alone, so
    that nothing of one server is seen on another."""
    mine, other = (SeatAssignment(one.person, one.interaction) for one in (first, second))
    seat = drawn_sides(first.nonce, first.interaction, second.interaction).index(first.interaction)
    guild = server_of(first, second)
    place = Place(first.channel, guild)
    name = app.randomness.name()
    match = make_match(app, name, terms, by_seat(seat, mine, other), place, first.nonce, BY_LOT)
    return match if guild is not None else msgspec.structs.replace(match, channel=None)


async def may_play(r: Reader, app: AppContext, first: Seek, second: Seek, terms: MatchTerms) -> bool:
    """Whether nothing stands between them or in the way of one of them: what's asked of challenges is asked
    of both, always in both directions."""
    pairs = ((first, second), (second, first))
    return all([await _may_begin(r, app, mine, theirs, terms) for mine, theirs in pairs])


async def _may_begin(r: Reader, app: AppContext, mine: Seek, theirs: Seek, terms: MatchTerms) -> bool:
    try:
        await _check_one(r, app, mine, theirs, terms)
    except UserError:
        return False
    return True


async def _check_one(r: Reader, app: AppContext, mine: Seek, theirs: Seek, terms: MatchTerms) -> None:
    place = Place(mine.channel, mine.guild, mine.parent)
    beginning = Beginning(
        person=mine.person, other=theirs.person, level=None, place=place, terms=terms, accepts=True
    )
    await check(r, app.hooks.checks, beginning, app.now())
    if mine.guild != theirs.guild and (await settings_of(r, mine.guild)).lobby == "here":
        raise UserError("This server keeps to itself.")
