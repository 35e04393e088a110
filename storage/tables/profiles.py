"""How a person has fared, from matches that have ended and count: not from aborted or cancelled ones.

To a reader elsewhere than on its server there is no match but their own (`bot.core.seats.check_visible`)."""

import msgspec

from storage.engine.handle import Reader
from storage.rows import Json, load


class Tally(msgspec.Struct, frozen=True):
    """How often a person won, lost and drew in a seat of a game, against people or against an AI."""

    game: str
    against_ai: bool
    seat: int
    wins: int
    losses: int
    draws: int

    @property
    def matches(self) -> int:
        return self.wins + self.losses + self.draws


class Rival(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a person has met, with their own settings; an AI has a level instead."""

    person: int | None
    level: str | None
    name: str | None
    settings: Json


class Favourite(Rival, frozen=True, kw_only=True):
    """The one whom a person has met most often, in so many matches."""

    matches: int


class Lately(Rival, frozen=True, kw_only=True):
    """A match that a person has finished in a seat; `thread`: where it was played."""

    match_id: str
    seat: int
    winner: int | None
    ended_at: int
    thread: int | None


class SeenBy(msgspec.Struct, frozen=True):
    """Who reads a profile, and on which server (None: in private)."""

    reader: int
    here: int | None


async def tallies(r: Reader, person: int, seen_by: SeenBy) -> list[Tally]:
    """Everything that a person has played to its end, counted."""
    rows = [row async for row in r.queries.profiles.tallies(r, person=person, **_given(seen_by))]
    return [load(Tally, {**row, "against_ai": bool(row["against_ai"])}) for row in rows]


async def lately(
    r: Reader, person: int, seen_by: SeenBy, game: str, against_ai: bool, limit: int
) -> list[Lately]:
    """The matches that a person has finished last, the latest first."""
    rows = r.queries.profiles.lately(
        r, person=person, game=game, against_ai=int(against_ai), limit=limit, **_given(seen_by)
    )
    return [load(Lately, row) async for row in rows]


async def favourite(r: Reader, person: int, seen_by: SeenBy, game: str, against_ai: bool) -> Favourite | None:
    """Whom a person has met most often, None when nobody."""
    row = await r.queries.profiles.favourite(
        r, person=person, game=game, against_ai=int(against_ai), **_given(seen_by)
    )
    return row and load(Favourite, row)


def _given(seen_by: SeenBy) -> dict[str, int | None]:
    return {"reader": seen_by.reader, "here": seen_by.here}
