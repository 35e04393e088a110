"""What a contest needs to know of its matches, and of who doesn't want to play whom, in one question each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from storage.handle import Reader


async def begun(r: Reader, matches: Collection[str]) -> Mapping[str, str | None]:
    """Those of these matches that have begun, with the reason of their end (None: they're under way)."""
    text = msgspec.json.encode(list(matches)).decode()
    rows = r.queries.contest_matches.begun(r, matches=text)
    return {row["match_id"]: row["reason"] async for row in rows}


async def apart(r: Reader, id: str) -> frozenset[frozenset[int]]:
    """Of those in a contest the pairs of whom one has blocked the other."""
    rows = r.queries.contest_matches.apart(r, id=id)
    return frozenset([frozenset((row["person"], row["blocked"])) async for row in rows])


async def terms_of(r: Reader, match_id: str) -> Mapping[str, Any] | None:
    """The terms of the contest to which a match belongs; None: to none."""
    row = await r.queries.contest_matches.terms_of(r, match_id=match_id)
    found: Mapping[str, Any] | None = row and msgspec.json.decode(row["terms"])
    return found
