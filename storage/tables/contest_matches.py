"""What contests ask about their matches, and about blocks between entrants, in one query each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from storage.engine.handle import Reader
from storage.rows import load
from storage.tables.contests import ContestRow
from storage.tables.profiles import SeenBy


class Leg(msgspec.Struct, frozen=True):
    """The latest leg of a match, and the reason it ended.

    The reason is None while the leg is under way or its second leg is still to come.
    """

    match_id: str
    reason: str | None


async def find_begun(r: Reader, matches: Collection[str]) -> Mapping[str, Leg]:
    """Return those of the matches that have begun, by id, each with its latest leg.

    Of two legs, pass the first one's id.
    """
    text = msgspec.json.encode(list(matches)).decode()
    rows = r.queries.contest_matches.begun(r, matches=text)
    return {row["match_id"]: Leg(row["leg"], row["reason"]) async for row in rows}


async def present(r: Reader, people: Collection[int]) -> frozenset[int]:
    """Return those of the people who haven't deleted their data."""
    text = msgspec.json.encode(list(people)).decode()
    return frozenset([row["id"] async for row in r.queries.contest_matches.present(r, people=text)])


async def ratings_of(r: Reader, id: str, game: str, pool: str) -> Mapping[int, float]:
    """Return the ratings of a contest's people in a game and a pool, without those who have none."""
    rows = r.queries.contest_matches.ratings_of(r, id=id, game=game, pool=pool)
    return {row["person"]: row["rating"] async for row in rows}


async def under_way(r: Reader, id: str) -> int:
    """Return how many matches of a contest are under way; a first leg is until its second is over."""
    found: int = await r.queries.contest_matches.under_way(r, id=id)
    return found


async def apart(r: Reader, id: str) -> frozenset[frozenset[int]]:
    """Return the pairs of entrants in which one has blocked the other."""
    rows = r.queries.contest_matches.apart(r, id=id)
    return frozenset([frozenset((row["person"], row["blocked"])) async for row in rows])


async def terms_of(r: Reader, match_id: str) -> Mapping[str, Any] | None:
    """Return the terms of the contest to which a match belongs, or None."""
    row = await r.queries.contest_matches.terms_of(r, match_id=match_id)
    found: Mapping[str, Any] | None = row and msgspec.json.decode(row["terms"])
    return found


async def list_ended(r: Reader, person: int, seen_by: SeenBy, limit: int) -> list[ContestRow]:
    """Return a person's finished contests that a reader may see, latest first.

    The person sees all; others see those of the server where they ask, and those open to everyone.
    """
    everywhere = int(seen_by.reader == person)
    rows = r.queries.contest_matches.ended_of(
        r, person=person, everywhere=everywhere, here=seen_by.here, limit=limit
    )
    return [load(ContestRow, row) async for row in rows]


async def opponents(r: Reader, person: int) -> list[tuple[int, Mapping[str, Any]]]:
    """Return a person's current opponents in contests, each with the terms of the contest."""
    rows = r.queries.contest_matches.opponents(r, person=person)
    return [(row["person"], msgspec.json.decode(row["terms"])) async for row in rows]
