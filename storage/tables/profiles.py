"""A person's results, from finished matches that count; aborted and canceled ones don't.

Readers on another server see only matches that they played in (`bot.core.seats.check_visible`).
"""

import msgspec

from storage.engine.handle import Reader
from storage.rows import Json, load


class Tally(msgspec.Struct, frozen=True):
    """A person's wins, losses and draws in a seat of a game, against people or against an AI."""

    game: str
    against_ai: bool
    seat: int
    wins: int
    losses: int
    draws: int

    @property
    def matches(self) -> int:
        """The number of matches."""
        return self.wins + self.losses + self.draws


class Rival(msgspec.Struct, frozen=True, kw_only=True):
    """An opponent: a person with their settings, or an AI with a level."""

    person: int | None
    level: str | None
    name: str | None
    settings: Json


class Favourite(Rival, frozen=True, kw_only=True):
    """The most frequent opponent of a person, and in how many matches they met."""

    matches: int


class Lately(Rival, frozen=True, kw_only=True):
    """A match that a person has finished, with its thread."""

    match_id: str
    seat: int
    winner: int | None
    ended_at: int
    thread: int | None


class SeenBy(msgspec.Struct, frozen=True):
    """The reader of a profile, and the server where they read it (None in private)."""

    reader: int
    here: int | None


async def tallies(r: Reader, person: int, seen_by: SeenBy) -> list[Tally]:
    """Return a person's results by game, seat and kind of opponent."""
    rows = [row async for row in r.queries.profiles.tallies(r, person=person, **_build_parameters(seen_by))]
    return [load(Tally, {**row, "against_ai": bool(row["against_ai"])}) for row in rows]


async def lately(
    r: Reader, person: int, seen_by: SeenBy, game: str, against_ai: bool, limit: int
) -> list[Lately]:
    """Return a person's latest finished matches, latest first."""
    rows = r.queries.profiles.lately(
        r, person=person, game=game, against_ai=int(against_ai), limit=limit, **_build_parameters(seen_by)
    )
    return [load(Lately, row) async for row in rows]


async def favourite(r: Reader, person: int, seen_by: SeenBy, game: str, against_ai: bool) -> Favourite | None:
    """Return the opponent that a person has met most often, or None."""
    row = await r.queries.profiles.favourite(
        r, person=person, game=game, against_ai=int(against_ai), **_build_parameters(seen_by)
    )
    return row and load(Favourite, row)


def _build_parameters(seen_by: SeenBy) -> dict[str, int | None]:
    return {"reader": seen_by.reader, "here": seen_by.here}
