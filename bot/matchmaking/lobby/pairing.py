"""Pairing of two searches for an opponent, which end in one match or not at all."""

from __future__ import annotations

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.hooks import Beginning, check
from bot.core.seats import Membership, Place, SeatAssignment
from bot.core.server_settings import settings_of
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges.offering import check_rest
from bot.matchmaking.lobby.fit import by_fit, fits, in_order, server_of, terms_on
from bot.play.matches.follow_up import after_commit
from bot.play.matches.starting import add_match, alone, make_match
from games import GAMES
from games.core.chance import draw_sides
from games.core.record import BY_LOT
from games.core.vocabulary.seats import by_seat
from storage.engine.handle import Reader, Writer
from storage.rows import Match, ScheduledJob
from storage.tables import outbox, scheduled_jobs, seeks
from storage.tables.seeks import Seek


async def are_rested(app: AppContext, first: Seek, second: Seek) -> bool:
    """Return whether the game doesn't ask the two players for a rest."""
    try:
        await check_rest(app, first.game, second.person, first.person)
    except UserError:
        return False
    return True


def match_of(app: AppContext, first: Seek, second: Seek, terms: MatchTerms) -> Match:
    """Return the match of two searches, with sides drawn by lot.

    It's on the server on which both looked, or else in DMs alone, so that nothing of one server is seen on
    another.
    """
    mine, other = (SeatAssignment(seek.person, seek.interaction) for seek in (first, second))
    seat = draw_sides(first.nonce, first.interaction, second.interaction).index(first.interaction)
    guild = server_of(first, second)
    place = Place(first.channel, guild)
    name = app.randomness.name()
    match = make_match(app, name, terms, by_seat(seat, mine, other), place, first.nonce, BY_LOT)
    return match if guild is not None else msgspec.structs.replace(match, channel=None)


async def may_play(r: Reader, app: AppContext, first: Seek, second: Seek, terms: MatchTerms) -> bool:
    """Return whether both players may begin this match; both are always checked, as for a challenge."""
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


_LEFT = (
    "I can't find you anymore on the server where you were looking for a {} opponent, so that search is "
    "over. `/play` starts a new one."
)
LOOK = "seek"
"""The kind of the job that looks at a search again."""


async def pair(app: AppContext, seek: Seek) -> bool:
    """Begin a match with the best search that fits and may be paired; return False if there's none."""
    async with app.database.read() as r:
        others = await seeks.open_in(r, seek.game)
    for other in by_fit(seek, others, app.now()):
        if await _begin(app, *in_order(seek, other)):
            return True
    return False


async def _begin(app: AppContext, first: Seek, second: Seek) -> bool:
    """Begin the match of two searches; return False, without telling either player, if it can't begin."""
    if not await are_rested(app, first, second) or not await _are_there(app, first, second):
        return False
    async with app.database.read() as r:
        terms = await terms_on(r, first, server_of(first, second))
    match = match_of(app, first, second, terms)
    async with app.database.write(*alone(match)) as w:
        if not await _still_fit(w, app, first, second) or not await may_play(w, app, first, second, terms):
            return False
        await add_match(w, app, match)
        for seek in (first, second):
            await seeks.close(w, seek.id, "paired", app.now(), match.id)
            await scheduled_jobs.clear(w, LOOK, seek.id, app.now())
    await after_commit(app, match.id)
    return True


async def _are_there(app: AppContext, first: Seek, second: Seek) -> bool:
    """Return whether both are still on the server of their match; end the search of a player who left."""
    guild = server_of(first, second)
    if guild is None:
        return True
    gone = await app.own(Membership, Membership).find_gone(guild, (first.person, second.person))
    for seek in (first, second):
        if seek.person in gone:
            await _end(app, seek)
    return not gone


async def _end(app: AppContext, seek: Seek) -> None:
    now, told = app.now(), _LEFT.format(GAMES[seek.game].title)
    async with app.database.write(f"person:{seek.person}") as w:
        if await seeks.close(w, seek.id, "withdrawn", now):
            await scheduled_jobs.clear(w, LOOK, seek.id, now)
            await outbox.add(w, [notices.note(seek.person, told, f"note:{seek.id}", now, "expiry")])
    app.wake()


async def _still_fit(r: Reader, app: AppContext, first: Seek, second: Seek) -> bool:
    """Return whether both searches are still open and fit each other."""
    one, other = await seeks.get(r, first.id), await seeks.get(r, second.id)
    return one is not None and other is not None and fits(one, other, app.now())


async def look_at(w: Writer, seek: Seek, at: int) -> None:
    """Schedule the next look at a search, at the latest for its end."""
    await scheduled_jobs.set(w, ScheduledJob(kind=LOOK, subject=seek.id, due_at=min(at, seek.expires_at)))
