"""Who fits whom: pure functions over searches."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.core.terms import MatchTerms, among_strangers, fitted, may_count
from bot.matchmaking.terms.search_request import Wanted, terms_of
from games import GAMES
from games.core.vocabulary.options import options_data
from storage.engine.handle import Reader
from storage.tables.seeks import Seek

_HOUR = 3600
_DAY = 24 * _HOUR
STEP_SECONDS = 6 * _HOUR
"""So often a range gets wider, and everybody who waits is looked at once more."""
_PARTS = 4
"""By which part of itself a range gets wider at each step: after a day it's twice as wide."""
_POINTS_AN_HOUR = 10
"""An hour of waiting counts as much as being so much nearer in rating."""


def reach(seek: Seek, now: int) -> int | None:
    """How far from somebody's rating their opponent's may be by now; None: any."""
    if seek.spread is None:
        return None
    steps = max(0, now - seek.created_at) // STEP_SECONDS
    return seek.spread + seek.spread * steps // _PARTS


def can_meet(one: Seek, other: Seek) -> bool:
    """Whether two look in the same place: both everywhere, or from the same server."""
    return (one.everywhere and other.everywhere) or (one.guild is not None and one.guild == other.guild)


def server_of(one: Seek, other: Seek) -> int | None:
    """The server on which the two play: the one on which both look, and nowhere else; None: in their DMs."""
    return None if one.everywhere or other.everywhere else one.guild


def fits(one: Seek, other: Seek, now: int) -> bool:
    """Whether two searches can end in one match."""
    same = all(getattr(one, name) == getattr(other, name) for name in ("game", "preset", "pace", "rated"))
    both_open = one.is_open and other.is_open and one.person != other.person
    return same and both_open and can_meet(one, other) and _are_near(one, other, now)


def _are_near(one: Seek, other: Seek, now: int) -> bool:
    ranges = (reach(one, now), reach(other, now))
    return all(most is None or gap_of(one, other) <= most for most in ranges)


def gap_of(one: Seek, other: Seek) -> int:
    """How far apart they are in rating."""
    return abs(one.rating - other.rating)


def by_fit(seek: Seek, others: Iterable[Seek], now: int) -> list[Seek]:
    """Those who fit, the best first: near in rating, and not left to wait behind those who are nearer; of two
    who are as good, one with whom the match can be on the server."""

    def cost(other: Seek) -> tuple[int, bool, int, str]:
        patience = max(0, now - other.created_at) * _POINTS_AN_HOUR // _HOUR
        return gap_of(seek, other) - patience, server_of(seek, other) is None, other.created_at, other.id

    return sorted((other for other in others if fits(seek, other, now)), key=cost)


def in_order(one: Seek, other: Seek) -> tuple[Seek, Seek]:
    """The two as they came: the first one's secret is what the dice are made of. docs/dice.md."""
    first, second = sorted((one, other), key=lambda seek: (seek.created_at, seek.interaction))
    return first, second


def is_long(seek: Seek, now: int) -> bool:
    """Whether somebody has looked for a day."""
    return now >= seek.created_at + _DAY


async def terms_on(r: Reader, wanted: Wanted | Seek, guild: int | None) -> MatchTerms:
    """Complete terms, as a server wants them; on none, as two who share no server play."""
    terms = terms_of(wanted)
    terms = among_strangers(terms) if guild is None else await fitted(r, terms, guild)
    options = options_data(GAMES[terms.game].options(terms.options))
    complete = msgspec.structs.replace(terms, options=options)
    return msgspec.structs.replace(complete, rated=terms.rated and may_count(complete))
