"""Two who look for an opponent get each other: one match, or none at all."""

from __future__ import annotations

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.membership import Membership
from bot.matchmaking.lobby.agreed import are_rested, match_of, may_play
from bot.matchmaking.lobby.fit import by_fit, fits, in_order, server_of
from bot.matchmaking.lobby.terms import terms_on
from bot.play.matches.following import after_commit
from bot.play.matches.starting import add_match, alone
from games import GAMES
from storage.engine.handle import Reader, Writer
from storage.rows import ScheduledJob
from storage.tables import outbox, scheduled_jobs, seeks
from storage.tables.seeks import Seek

_LEFT = (
    "I can't find you anymore on the server where you were looking for a {} opponent, so that search is "
    "over. `/play` starts a new one."
)
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
    if not await are_rested(app, first, second) or not await _are_there(app, first, second):
        return False
    async with app.database.read() as r:
        terms = await terms_on(r, first, server_of(first, second))
    match = match_of(app, first, second, terms)
    async with app.database.write(*alone(match)) as w:
        if not await _still_fit(w, app, first, second) or not await may_play(w, app, first, second, terms):
            return False
        await add_match(w, app, match)
        for one in (first, second):
            await seeks.close(w, one.id, "paired", app.now(), match.id)
            await scheduled_jobs.clear(w, LOOK, one.id, app.now())
    await after_commit(app, match.id)
    return True


async def _are_there(app: AppContext, first: Seek, second: Seek) -> bool:
    """Whether both are still on the server on which they'd play. For whoever isn't, the search is over."""
    guild = server_of(first, second)
    if guild is None:
        return True
    gone = await app.own(Membership, Membership).gone(guild, (first.person, second.person))
    for one in (first, second):
        if one.person in gone:
            await _end(app, one)
    return not gone


async def _end(app: AppContext, seek: Seek) -> None:
    now, told = app.now(), _LEFT.format(GAMES[seek.game].title)
    async with app.database.write(f"person:{seek.person}") as w:
        if await seeks.close(w, seek.id, "withdrawn", now):
            await scheduled_jobs.clear(w, LOOK, seek.id, now)
            await outbox.add(w, [notices.note(seek.person, told, f"note:{seek.id}", now, "expiry")])
    app.wake()


async def _still_fit(r: Reader, app: AppContext, first: Seek, second: Seek) -> bool:
    """Whether both still look, and for the same."""
    one, other = await seeks.get(r, first.id), await seeks.get(r, second.id)
    return one is not None and other is not None and fits(one, other, app.now())


async def look_at(w: Writer, seek: Seek, at: int) -> None:
    """It's looked at again then, or when it ends."""
    await scheduled_jobs.set(w, ScheduledJob(kind=LOOK, subject=seek.id, due_at=min(at, seek.expires_at)))
