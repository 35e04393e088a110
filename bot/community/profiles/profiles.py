"""Profiles of people: ratings with their history, and results, from finished matches alone.

A hidden profile is shown to its owner alone, who isn't named in the profiles of others either. Ratings are
shown to everyone; of the matches, a reader is shown those that they may see.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec

from bot.core import person_settings
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.matchmaking.contests.reading.honors import Honor, medals_of
from bot.play.ratings.ratings import BOTS, PEOPLE
from games import GAMES
from storage.engine.handle import Reader
from storage.rows import Person
from storage.tables import people, profiles, ratings
from storage.tables.profiles import Favourite, Lately, Rival, SeenBy, Tally
from storage.tables.ratings import Board, Change, Rating

MOST_SHOWN = 5
"""Matches that a profile lists."""
_LOOKED_BACK = 50
"""Matches among which a streak is sought."""

Met = TypeVar("Met", bound=Rival)
Outcome = Literal["won", "lost", "drawn"]


class GamePool(msgspec.Struct, frozen=True):
    """The subject of one part of a profile: a game, among people or against the bot."""

    game: str
    pool: str


class Streak(msgspec.Struct, frozen=True):
    """The latest matches in a row with the same outcome; with `at_least`, there may be more of them."""

    outcome: Outcome
    matches: int
    at_least: bool


class Profile(msgspec.Struct, frozen=True):
    """A profile as its reader may see it.

    All but `ratings`, `changes` and `place` follows from the matches that the reader may see, and all from
    `sides` to `place` is about `chosen`.

    Attributes:
        own: Whether it is the reader's own.
        pools: All game pools with a rating or a match.
        chosen: The game pool that is shown; None if there are none.
        place: The rank on the leaderboard of everyone.
        honors: The medals won in contests, the latest first.
    """

    person: Person
    own: bool
    hidden: bool
    ratings: tuple[Rating, ...]
    pools: tuple[GamePool, ...]
    chosen: GamePool | None
    sides: tuple[Tally, ...] = ()
    changes: tuple[Change, ...] = ()
    lately: tuple[Lately, ...] = ()
    streak: Streak | None = None
    favourite: Favourite | None = None
    place: int | None = None
    honors: tuple[Honor, ...] = ()


async def profile_of(
    app: AppContext, person: int, seen_by: SeenBy, wanted: GamePool | str | None = None
) -> Profile:
    """Return a person's profile, opened at a game or a game pool if `wanted` names one.

    Raises UserError if they hide it from this reader, and if there's nothing to show, whether or not the bot
    knows them.
    """
    async with app.database.read(long=True) as r:
        row = await people.get(r, person)
        own = person == seen_by.reader
        if row is None:
            raise UserError(_unknown(own))
        hidden = person_settings.from_row(row.settings).hidden
        if hidden and not own:
            raise UserError("They keep their profile private.")
        rated = [rating for rating in await ratings.of_person(r, person) if rating.game in GAMES]
        tallies = await profiles.tallies(r, person, seen_by)
        pools = _pools(rated, tallies)
        if not pools and not own:
            raise UserError(_unknown(own))
        chosen = _choose_pool(pools, tallies, wanted)
        honors = await medals_of(r, app, person, seen_by)
        bare = Profile(row, own, hidden, _in_order(rated, pools), pools, chosen, honors=honors)
        return await _fill(r, bare, chosen, tallies, seen_by) if chosen else bare


def _unknown(own: bool) -> str:
    if own:
        return "You haven't played here yet. Start with a challenge, or play the bot right away."
    return "They haven't finished a match here yet. You could challenge them."


async def _fill(r: Reader, bare: Profile, chosen: GamePool, tallies: list[Tally], seen_by: SeenBy) -> Profile:
    person, against_ai = bare.person.id, chosen.pool == BOTS
    lately = await profiles.lately(r, person, seen_by, chosen.game, against_ai, _LOOKED_BACK)
    favourite = await profiles.favourite(r, person, seen_by, chosen.game, against_ai)
    place = await ratings.place_of(r, Board(chosen.game, chosen.pool), person)
    return msgspec.structs.replace(
        bare,
        sides=tuple(tally for tally in tallies if _pool(tally) == chosen),
        changes=tuple(await ratings.changes_of(r, person, chosen.game, chosen.pool)),
        lately=tuple(_discreet(match, bare, seen_by.reader) for match in lately[:MOST_SHOWN]),
        streak=_streak(lately),
        favourite=_discreet(favourite, bare, seen_by.reader) if favourite else None,
        place=place and place.place,
    )


def _pool(tally: Tally) -> GamePool:
    return GamePool(tally.game, BOTS if tally.against_ai else PEOPLE)


def _pools(rated: list[Rating], tallies: list[Tally]) -> tuple[GamePool, ...]:
    """Return all game pools with a rating or a match, in the order of the registry, among people first."""
    known = {GamePool(rating.game, rating.pool) for rating in rated} | {_pool(tally) for tally in tallies}
    every = (GamePool(key, pool) for key in GAMES for pool in (PEOPLE, BOTS))
    return tuple(game_pool for game_pool in every if game_pool in known)


def _choose_pool(
    pools: tuple[GamePool, ...], tallies: list[Tally], wanted: GamePool | str | None
) -> GamePool | None:
    """Return the wanted game pool, or the most played one (of a wanted game), people before bots.

    What's wanted is returned even if it was never played.
    """
    fitting = [pool for pool in pools if wanted in (None, pool, pool.game)]
    played = {pool: sum(t.matches for t in tallies if _pool(t) == pool) for pool in fitting}
    if not fitting:
        return _of_game(wanted) if isinstance(wanted, str) else wanted
    return max(fitting, key=lambda one: (one.pool == PEOPLE, played[one]))


def _of_game(key: str) -> GamePool:
    return GamePool(key, PEOPLE if GAMES[key].supports_pvp else BOTS)


def _in_order(rated: list[Rating], pools: tuple[GamePool, ...]) -> tuple[Rating, ...]:
    return tuple(sorted(rated, key=lambda one: pools.index(GamePool(one.game, one.pool))))


def outcome(match: Lately) -> Outcome:
    """Return how a match ended for the person whose profile it is."""
    if match.winner is None:
        return "drawn"
    return "won" if match.winner == match.seat else "lost"


def _streak(lately: list[Lately]) -> Streak | None:
    """Return the streak that the last match belongs to; None if the last two matches ended differently."""
    outcomes = [outcome(match) for match in lately]
    alike = next((n for n, ending in enumerate(outcomes) if ending != outcomes[0]), len(outcomes))
    return Streak(outcomes[0], alike, alike == _LOOKED_BACK) if alike > 1 else None


def _discreet(rival: Met, profile: Profile, reader: int) -> Met:
    """Return an opponent, without their name if they hide their profile from this reader."""
    hidden = person_settings.from_row(rival.settings).hidden
    if profile.own or not hidden or rival.person == reader:
        return rival
    return msgspec.structs.replace(rival, name=None)
