"""The start and the stop of a search for an opponent."""

from __future__ import annotations

import msgspec

from bot.core import limits
from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.errors import UserError
from bot.core.hooks import Beginning, check
from bot.core.seats import Place, User, meet
from bot.core.server_settings import settings_of
from bot.matchmaking.lobby.fit import terms_on
from bot.matchmaking.lobby.pairing import LOOK, look_at, pair
from bot.matchmaking.lobby.waiting import as_seek, rating_of
from bot.matchmaking.terms.search_request import Wanted
from storage.engine.handle import Reader
from storage.tables import scheduled_jobs, seeks
from storage.tables.seeks import Seek

OPEN_SECONDS = 3 * DAY
"""Seconds that a search lasts."""
SOON_SECONDS = 5
"""Seconds until a new search is looked at again, in case its start was interrupted."""
_GONE = "This search no longer exists. Use /play to start a new one."


async def begin(
    app: AppContext, person: User, wanted: Wanted, place: Place, search: str, interaction: int
) -> Seek:
    """Begin a search and return it; it may have found an opponent at once.

    `search` is its name, so that a second tap on the same button begins no other search.

    Raises:
        UserError: It isn't allowed, by the same checks as a challenge, or the person has too many searches.
    """
    known = await _find_own(app, person.id, search)
    if known is None:
        seek = await _add(app, person, wanted, place, search, interaction)
        app.wake()
        await pair(app, seek)
    return await mine(app, person.id, search)


async def _find_own(app: AppContext, person: int, search: str) -> Seek | None:
    async with app.database.read() as r:
        found = await seeks.get(r, search)
    if found is not None and found.person != person:
        raise UserError(_GONE, command="play")
    return found


async def mine(app: AppContext, person: int, search: str) -> Seek:
    """Return a person's own search in any status; raise UserError if they have none with this name."""
    found = await _find_own(app, person, search)
    if found is None:
        raise UserError(_GONE, command="play")
    return found


async def _add(
    app: AppContext, person: User, wanted: Wanted, place: Place, search: str, interaction: int
) -> Seek:
    now, nonce = app.now(), app.randomness.nonce()
    async with app.database.write(f"person:{person.id}") as w:
        await meet(w, person, now)
        rated = await _check_request(w, app, person.id, wanted, place)
        rating = await rating_of(w, person.id, wanted.game)
        seek = msgspec.structs.replace(
            as_seek(person.id, msgspec.structs.replace(wanted, rated=rated), rating, place, now),
            id=search,
            nonce=nonce,
            interaction=interaction,
            expires_at=now + OPEN_SECONDS,
        )
        await _check_new(w, seek, now)
        if await seeks.add(w, seek):
            await look_at(w, seek, now + SOON_SECONDS)
    return seek


async def _check_request(r: Reader, app: AppContext, person: int, wanted: Wanted, place: Place) -> bool:
    """Return whether the search can be rated here; raise UserError if it isn't allowed at all."""
    settings = await settings_of(r, place.guild)
    if not wanted.everywhere and place.guild is None:
        raise UserError(
            "Here you can only look for people from everywhere. To find people on a server, use /play there."
        )
    if wanted.everywhere and settings.lobby == "here":
        raise UserError("Members of this server can only look for opponents here, not everywhere.")
    terms = await terms_on(r, wanted, None if wanted.everywhere else place.guild)
    asked_for = Beginning(person=person, other=None, level=None, place=place, terms=terms)
    await check(r, app.hooks.checks, asked_for, app.now())
    return terms.rated and settings.rated


async def _check_new(r: Reader, seek: Seek, now: int) -> None:
    """Raise UserError for one search too many, or for the same one again."""
    same = ("game", "preset", "pace", "rated", "everywhere")
    for other in await seeks.open_of(r, seek.person):
        if all(getattr(other, name) == getattr(seek, name) for name in same) and other.id != seek.id:
            raise UserError("You're already looking for exactly this. Stop that search to change it.")
    await limits.check_seek(r, seek.person, now)


async def stop(app: AppContext, person: int, search: str) -> Seek:
    """Stop a search and return it; a search that is over doesn't change."""
    await mine(app, person, search)
    async with app.database.write(f"person:{person}") as w:
        await seeks.close(w, search, "withdrawn", app.now())
        await scheduled_jobs.clear(w, LOOK, search, app.now())
    return await mine(app, person, search)
