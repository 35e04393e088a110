"""Profiles: ratings, how they went, and how somebody has fared, from matches that are over alone.

Whoever hides their profile is shown to themselves alone, and is not named in the profiles of others. Ratings
are for everybody; of the matches, a reader is shown those that are there for them."""

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
    """What one part of a profile is about: a game, among people or against the bot."""

    game: str
    pool: str


class Streak(msgspec.Struct, frozen=True):
    """So many matches in a row that ended alike, the last one among them; `at_least`: maybe more."""

    outcome: Outcome
    matches: int
    at_least: bool


class Profile(msgspec.Struct, frozen=True):
    """A profile as its reader may see it: but for `ratings`, `changes` and `place`, from the matches that are
    there for them. `pools`: all there are; the rest but for `ratings` is about
    `chosen` (None: there is nothing yet). `place`: on the board of everybody; `own`: the reader's own;
    `honors`: medals won in contests, the latest first."""

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
    """The profile of a person; `wanted`: a chapter, or a game. UserError when they hide it from this reader,
    and when there is nothing to show, whether or not the bot knows them."""
    async with app.database.read(long=True) as r:
        row = await people.get(r, person)
        own = person == seen_by.reader
        if row is None:
            raise UserError(_unknown(own))
        hidden = person_settings.from_row(row.settings).hidden
        if hidden and not own:
            raise UserError("They keep their profile private.")
        rated = [one for one in await ratings.of_person(r, person) if one.game in GAMES]
        tallies = await profiles.tallies(r, person, seen_by)
        pools = _pools(rated, tallies)
        if not pools and not own:
            raise UserError(_unknown(own))
        chosen = _chosen(pools, tallies, wanted)
        honors = await medals_of(r, app, person, seen_by)
        bare = Profile(row, own, hidden, _in_order(rated, pools), pools, chosen, honors=honors)
        return await _filled(r, bare, chosen, tallies, seen_by) if chosen else bare


def _unknown(own: bool) -> str:
    if own:
        return "You haven't played here yet. Start with a challenge, or play the bot right away."
    return "They haven't finished a match here yet. You could challenge them."


async def _filled(
    r: Reader, bare: Profile, chosen: GamePool, tallies: list[Tally], seen_by: SeenBy
) -> Profile:
    person, against_ai = bare.person.id, chosen.pool == BOTS
    lately = await profiles.lately(r, person, seen_by, chosen.game, against_ai, _LOOKED_BACK)
    favourite = await profiles.favourite(r, person, seen_by, chosen.game, against_ai)
    place = await ratings.place_of(r, Board(chosen.game, chosen.pool), person)
    return msgspec.structs.replace(
        bare,
        sides=tuple(one for one in tallies if _pool(one) == chosen),
        changes=tuple(await ratings.changes_of(r, person, chosen.game, chosen.pool)),
        lately=tuple(_discreet(one, bare, seen_by.reader) for one in lately[:MOST_SHOWN]),
        streak=_streak(lately),
        favourite=_discreet(favourite, bare, seen_by.reader) if favourite else None,
        place=place and place.place,
    )


def _pool(tally: Tally) -> GamePool:
    return GamePool(tally.game, BOTS if tally.against_ai else PEOPLE)


def _pools(rated: list[Rating], tallies: list[Tally]) -> tuple[GamePool, ...]:
    """Whatever has been played, in the order of the registry, among people first."""
    known = {GamePool(one.game, one.pool) for one in rated} | {_pool(one) for one in tallies}
    every = (GamePool(key, pool) for key in GAMES for pool in (PEOPLE, BOTS))
    return tuple(one for one in every if one in known)


def _chosen(
    pools: tuple[GamePool, ...], tallies: list[Tally], wanted: GamePool | str | None
) -> GamePool | None:
    """What was asked for, where there is something of it; else what was played most, people before bots."""
    fitting = [one for one in pools if wanted in (None, one, one.game)]
    played = {one: sum(t.matches for t in tallies if _pool(t) == one) for one in fitting}
    if not fitting:
        return _of_game(wanted) if isinstance(wanted, str) else wanted
    return max(fitting, key=lambda one: (one.pool == PEOPLE, played[one]))


def _of_game(key: str) -> GamePool:
    return GamePool(key, PEOPLE if GAMES[key].supports_pvp else BOTS)


def _in_order(rated: list[Rating], pools: tuple[GamePool, ...]) -> tuple[Rating, ...]:
    return tuple(sorted(rated, key=lambda one: pools.index(GamePool(one.game, one.pool))))


def outcome(match: Lately) -> Outcome:
    """How a match ended for the one whose profile it is."""
    if match.winner is None:
        return "drawn"
    return "won" if match.winner == match.seat else "lost"


def _streak(lately: list[Lately]) -> Streak | None:
    """None when the last two matches did not end alike."""
    outcomes = [outcome(match) for match in lately]
    alike = next((n for n, one in enumerate(outcomes) if one != outcomes[0]), len(outcomes))
    return Streak(outcomes[0], alike, alike == _LOOKED_BACK) if alike > 1 else None


def _discreet(rival: Met, profile: Profile, reader: int) -> Met:
    """Whom a person has met, without a name where they hide theirs from this reader."""
    hidden = person_settings.from_row(rival.settings).hidden
    if profile.own or not hidden or rival.person == reader:
        return rival
    return msgspec.structs.replace(rival, name=None)
