"""How it is in the lobby: how many wait, how long it takes, and what can be taken at once.

Whoever looks is never named, and of those who look everywhere nobody hears from which server."""

from __future__ import annotations

from statistics import median_low

import msgspec

from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.seats import Place
from bot.core.server_settings import ServerSettings, settings_of
from bot.matchmaking.lobby.agreed import are_rested, may_play
from bot.matchmaking.lobby.fit import by_fit, in_order, server_of
from bot.matchmaking.lobby.terms import terms_on
from bot.matchmaking.terms.search_request import Wanted
from bot.play.ratings.ratings import PEOPLE
from storage.engine.handle import Reader
from storage.rows import Challenge
from storage.tables import challenges, ratings, seeks
from storage.tables.seeks import Seek

ENOUGH = 5
"""So many searches must have ended lately before anything is said about how long they took."""
_LATELY = 30 * DAY
_LEAST_SECONDS = 60
"""Whoever got somebody at once didn't wait."""
_MOST, _MOST_LISTED = 1000, 25
UNRATED = 1500
"""As what somebody counts who has no rating yet."""


class Waiting(msgspec.Struct, frozen=True):
    """How many others wait whom a person could be paired with, and for how many seconds half of those waited
    at most who looked for the game lately; None: too few did."""

    people: int
    usual: int | None


class Lobby(msgspec.Struct, frozen=True):
    """What somebody sees of the lobby. `mine`: their own open searches; `challenges`: those on the server
    that anyone may accept; `rating`: their own in the game; `can_count`: what they want could be rated."""

    settings: ServerSettings
    waiting: Waiting
    mine: list[Seek]
    challenges: list[Challenge]
    rating: int
    can_count: bool


async def lobby(app: AppContext, person: int, wanted: Wanted, place: Place) -> Lobby:
    """The lobby as somebody sees it from a place, while they want this."""
    async with app.database.read() as r:
        settings = await settings_of(r, place.guild)
        counting = await terms_on(r, msgspec.structs.replace(wanted, rated=True), _server(wanted, place))
        can_count, rating = counting.rated and settings.rated, await rating_of(r, person, wanted.game)
        mine = await seeks.open_of(r, person)
        offered = await _challenges(r, person, place.guild)
    rated = msgspec.structs.replace(wanted, rated=wanted.rated and can_count)
    waiting = await waiting_for(app, as_seek(person, rated, rating, place, app.now()))
    return Lobby(settings, waiting, mine, offered, rating, can_count)


def as_seek(person: int, wanted: Wanted, rating: int, place: Place, now: int) -> Seek:
    """Return the search that a person would begin now."""
    return Seek(
        id="",
        person=person,
        **msgspec.structs.asdict(wanted),
        rating=rating,
        guild=place.guild,
        channel=place.channel,
        parent=place.parent,
        nonce=b"",
        interaction=0,
        created_at=now,
        expires_at=now,
    )


def _server(wanted: Wanted, place: Place) -> int | None:
    return None if wanted.everywhere else place.guild


async def waiting_for(app: AppContext, seek: Seek) -> Waiting:
    """Return how it is for the person of a search."""
    async with app.database.read() as r:
        waits = await seeks.waits(r, seek.game, app.now() - _LATELY, _LEAST_SECONDS, _MOST)
    usual = median_low(waits) if len(waits) >= ENOUGH else None
    return Waiting(await _count_opponents(app, seek), usual)


async def _count_opponents(app: AppContext, seek: Seek) -> int:
    """Return how many people a search could be paired with now: nothing else may be told of those who wait,
    or a search that finds no one would tell who has blocked its person."""
    async with app.database.read() as r:
        others = await seeks.open_in(r, seek.game)
    fitting = by_fit(seek, others, app.now())
    return len({other.person for other in fitting if await _could_be_paired(app, *in_order(seek, other))})


async def _could_be_paired(app: AppContext, first: Seek, second: Seek) -> bool:
    rested = await are_rested(app, first, second)
    async with app.database.read() as r:
        terms = await terms_on(r, first, server_of(first, second))
        return await may_play(r, app, first, second, terms) and rested


async def _challenges(r: Reader, person: int, guild: int | None) -> list[Challenge]:
    return [] if guild is None else await challenges.open_to_anyone(r, guild, person, _MOST_LISTED)


async def rating_of(r: Reader, person: int, game: str) -> int:
    """Somebody's rating among people."""
    known = await ratings.known(r, game, PEOPLE, str(person))
    return UNRATED if known is None else round(known.rating)
