"""What a contest needs to know of its matches, and of who doesn't want to play whom, in one question each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from storage.engine.handle import Reader
from storage.rows import load
from storage.tables.contests import ContestRow
from storage.tables.profiles import SeenBy


class Leg(msgspec.Struct, frozen=True):
    """The latest leg of a match, and the reason of its end (None: it's under way, or the second one will
    follow)."""

    match_id: str
    reason: str | None


async def begun(r: Reader, matches: Collection[str]) -> Mapping[str, Leg]:
    """Those of these matches that have begun, each with its latest leg. Of two legs ask for the first."""
    text = msgspec.json.encode(list(matches)).decode()
    rows = r.queries.contest_matches.begun(r, matches=text)
    return {row["match_id"]: Leg(row["leg"], row["reason"]) async for row in rows}


async def under_way(r: Reader, id: str) -> int:
    """How many matches of a contest have begun and aren't over; a first leg isn't before its second one."""
    found: int = await r.queries.contest_matches.under_way(r, id=id)
    return found


async def apart(r: Reader, id: str) -> frozenset[frozenset[int]]:
    """Of those in a contest the pairs of whom one has blocked the other."""
    rows = r.queries.contest_matches.apart(r, id=id)
    return frozenset([frozenset((row["person"], row["blocked"])) async for row in rows])


async def terms_of(r: Reader, match_id: str) -> Mapping[str, Any] | None:
    """The terms of the contest to which a match belongs; None: to none."""
    row = await r.queries.contest_matches.terms_of(r, match_id=match_id)
    found: Mapping[str, Any] | None = row and msgspec.json.decode(row["terms"])
    return found


async def ended_of(r: Reader, person: int, seen_by: SeenBy, limit: int) -> list[ContestRow]:
    """The contests of a person that are over, as far as a reader may know of them, the latest first: all, to
    the person; to others those of the server where they ask, and those of everybody."""
    everywhere = int(seen_by.reader == person)
    rows = r.queries.contest_matches.ended_of(
        r, person=person, everywhere=everywhere, here=seen_by.here, limit=limit
    )
    return [load(ContestRow, row) async for row in rows]


async def opponents(r: Reader, person: int) -> list[tuple[int, Mapping[str, Any]]]:
    """Whom somebody plays in contests right now, with the terms of each."""
    rows = r.queries.contest_matches.opponents(r, person=person)
    return [(row["person"], msgspec.json.decode(row["terms"])) async for row in rows]
