"""How holidays count in the matches of a contest: as its terms said when people entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from bot.core.clock_pauses import DAY, ClockPauses, Span
from storage.engine.handle import Reader
from storage.rows import Match
from storage.tables import contest_matches

_COUNT, _FREE = "count", "free"


async def as_agreed(r: Reader, match: Match, hours: Mapping[int, ClockPauses]) -> dict[int, ClockPauses]:
    """When the clocks of a match rest, by seat: as its people have set it, within what its contest allows."""
    terms = await contest_matches.terms_of(r, match.id)
    policy = (terms or {}).get("holidays", _FREE)
    if policy == _FREE:
        return dict(hours)
    most = 0 if policy == _COUNT else int((terms or {}).get("holiday_days", 0)) * DAY
    return {seat: limited(one, match.created_at, most) for seat, one in hours.items()}


async def limited_against(r: Reader, person: int) -> frozenset[int]:
    """Opponents of somebody, in a contest that limits what holidays do to clocks."""
    found = await contest_matches.opponents(r, person)
    return frozenset([other for other, terms in found if terms.get("holidays", _FREE) != _FREE])


def limited(hours: ClockPauses, since: int, most: int) -> ClockPauses:
    """With the first `most` seconds of holiday since a moment, and no more."""
    return msgspec.structs.replace(hours, holidays=tuple(_first(hours.holidays, since, most)))


def _first(holidays: tuple[Span, ...], since: int, most: int) -> Iterator[Span]:
    left = most
    for start, end in holidays:
        begin = max(start, since)
        lasts = min(left, end - begin)
        if lasts > 0:
            left -= lasts
            yield begin, begin + lasts
