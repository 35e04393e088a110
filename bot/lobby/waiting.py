"""How it is in the lobby: how many wait, how long it takes, and what can be taken at once.

Whoever looks is never named, and of those who look everywhere nobody hears from which server."""

from __future__ import annotations

from statistics import median_low

import msgspec

from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.seats import Place
from bot.core.server_settings import ServerSettings, settings_of
from bot.lobby.terms import terms_on
from bot.lobby.wanted import Wanted
from bot.ratings.ratings import PEOPLE
from storage import challenges, ratings, seeks
from storage.handle import Reader
from storage.rows import Challenge
from storage.seeks import Seek

ENOUGH = 5
"""So many searches must have ended lately before anything is said about how long they took."""
_LATELY = 30 * DAY
_LEAST_SECONDS = 60
"""Whoever got somebody at once didn't wait."""
_MOST, _MOST_LISTED = 1000, 25
UNRATED = 1500
"""As what somebody counts who has no rating yet."""


class Waiting(msgspec.Struct, frozen=True):
    """How many others look for a match of the game, and for how many seconds half of those waited at most who
    looked lately; None: too few did."""

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
        return Lobby(
            settings,
            await waiting(r, app.now(), person, wanted, place.guild),
            await seeks.open_of(r, person),
            await _challenges(r, person, place.guild),
            await rating_of(r, person, wanted.game),
            counting.rated and settings.rated,
        )


def _server(wanted: Wanted, place: Place) -> int | None:
    return None if wanted.everywhere else place.guild


async def waiting(r: Reader, now: int, person: int, wanted: Wanted | Seek, guild: int | None) -> Waiting:
    """How it is for somebody who wants this from a server."""
    others = {
        one.person
        for one in await seeks.open_in(r, wanted.game)
        if one.person != person and _is_seen(one, wanted.everywhere, guild)
    }
    waits = await seeks.waits(r, wanted.game, now - _LATELY, _LEAST_SECONDS, _MOST)
    return Waiting(len(others), median_low(waits) if len(waits) >= ENOUGH else None)


def _is_seen(other: Seek, everywhere: bool, guild: int | None) -> bool:
    return (everywhere and other.everywhere) or (guild is not None and other.guild == guild)


async def _challenges(r: Reader, person: int, guild: int | None) -> list[Challenge]:
    return [] if guild is None else await challenges.open_to_anyone(r, guild, person, _MOST_LISTED)


async def rating_of(r: Reader, person: int, game: str) -> int:
    """Somebody's rating among people."""
    known = await ratings.known(r, game, PEOPLE, str(person))
    return UNRATED if known is None else round(known.rating)
