"""State of the lobby: how many wait, how long it takes, and which challenges are open.

People who search are never named, and of those who look everywhere the server is never revealed.
"""

from __future__ import annotations

from statistics import median_low

import msgspec

from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.seats import Place
from bot.core.server_settings import ServerSettings, settings_of
from bot.matchmaking.lobby.fit import STEP_SECONDS, by_fit, in_order, is_long, server_of, terms_on
from bot.matchmaking.lobby.pairing import are_rested, look_at, may_play, pair
from bot.matchmaking.terms.search_request import Wanted
from bot.play.ratings.ratings import PEOPLE
from games import GAMES
from storage.engine.handle import Reader
from storage.rows import Challenge, DueJob, Message
from storage.tables import challenges, outbox, ratings, seeks
from storage.tables.seeks import Seek

ENOUGH = 5
"""How many searches must have ended lately before the usual wait is told."""
_LATELY = 30 * DAY
_LEAST_SECONDS = 60
"""Shorter waits don't count: those searches found an opponent at once."""
_MOST, _MOST_LISTED = 1000, 25
UNRATED = 1500
"""The rating assumed for a person who has none yet."""


class Waiting(msgspec.Struct, frozen=True):
    """How busy the lobby is for a search.

    Attributes:
        people: How many others it could be paired with now.
        usual: The median wait for the game lately, in seconds; None if too few searches ended.
    """

    people: int
    usual: int | None


class Lobby(msgspec.Struct, frozen=True):
    """The lobby as one person sees it.

    Attributes:
        mine: The person's own open searches.
        challenges: Challenges on the server that anyone may accept.
        rating: The person's rating in the game.
        can_count: Whether the match could be rated.
    """

    settings: ServerSettings
    waiting: Waiting
    mine: list[Seek]
    challenges: list[Challenge]
    rating: int
    can_count: bool


async def lobby(app: AppContext, person: int, wanted: Wanted, place: Place) -> Lobby:
    """Return the lobby as a person with this search request sees it from a place."""
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
    """Return how many others a search could be paired with, and the usual wait."""
    async with app.database.read() as r:
        waits = await seeks.waits(r, seek.game, app.now() - _LATELY, _LEAST_SECONDS, _MOST)
    usual = median_low(waits) if len(waits) >= ENOUGH else None
    return Waiting(await _count_opponents(app, seek), usual)


async def _count_opponents(app: AppContext, seek: Seek) -> int:
    """Return how many people a search could be paired with now.

    Nothing else may be told of those who wait, or a search that finds no opponent would tell who has blocked
    its person.
    """
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
    """Return a person's rating against people, rounded; UNRATED if there's none."""
    known = await ratings.find_rating(r, game, PEOPLE, str(person))
    return UNRATED if known is None else round(known.rating)


INSTEAD = "lobby-instead"
"""Kind of the message that tells a person after a day's search what else they could do."""


async def look_again(app: AppContext, due: DueJob) -> None:
    """Run the job of an open search: expire it, pair it in its wider range, or schedule the next look."""
    async with app.database.read() as r:
        seek = await seeks.get(r, due.subject)
    if seek is None or not seek.is_open:
        return
    if app.now() >= seek.expires_at:
        await _expire(app, seek)
    elif not await pair(app, seek):
        await _go_on(app, seek)
    app.wake()


async def _expire(app: AppContext, seek: Seek) -> None:
    now, title = app.now(), GAMES[seek.game].title
    told = f"I found no {title} opponent for you within three days. `/play` starts a new search."
    async with app.database.write(f"person:{seek.person}") as w:
        if await seeks.close(w, seek.id, "expired", now):
            await outbox.add(w, [notices.note(seek.person, told, f"note:{seek.id}", now, "expiry")])


async def _go_on(app: AppContext, seek: Seek) -> None:
    """Schedule the next look at a search; after a day, also queue the one-day notice."""
    now = app.now()
    steps = (now - seek.created_at) // STEP_SECONDS + 1
    async with app.database.write(f"person:{seek.person}") as w:
        found = await seeks.get(w, seek.id)
        if found is None or not found.is_open:
            return
        await look_at(w, seek, seek.created_at + steps * STEP_SECONDS)
        if is_long(seek, now):
            await outbox.add(w, [_instead(seek, now)])


def _instead(seek: Seek, now: int) -> Message:
    """Return the one-day notice. Its fixed nonce makes the outbox send it only once."""
    return Message(
        lane=notices.person_lane(seek.person),
        kind=INSTEAD,
        payload={"person": seek.person, "search": seek.id, "topic": "expiry"},
        nonce=f"{INSTEAD}:{seek.id}",
        created_at=now,
        due_at=now,
    )
