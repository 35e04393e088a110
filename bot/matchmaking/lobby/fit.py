"""Which searches fit each other, as pure functions; and the terms of their match."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.core.terms import MatchTerms, among_strangers, fit_terms, may_count
from bot.matchmaking.terms.search_request import Wanted, terms_of
from games import GAMES
from games.core.vocabulary.options import options_data
from storage.engine.handle import Reader
from storage.tables.seeks import Seek

_HOUR = 3600
_DAY = 24 * _HOUR
STEP_SECONDS = 6 * _HOUR
"""Seconds between two looks at a waiting search; its rating range gets wider at each."""
_PARTS = 4
"""At each step a range grows by its first width divided by this: after a day it's twice as wide."""
_POINTS_AN_HOUR = 10
"""How many points of rating distance an hour of waiting makes up for."""


def reach(seek: Seek, now: int) -> int | None:
    """Return how far the opponent's rating may be from the person's by now, or None for any distance."""
    if seek.spread is None:
        return None
    steps = max(0, now - seek.created_at) // STEP_SECONDS
    return seek.spread + seek.spread * steps // _PARTS


def can_meet(one: Seek, other: Seek) -> bool:
    """Return whether two people look in the same place: both everywhere, or from the same server."""
    return (one.everywhere and other.everywhere) or (one.guild is not None and one.guild == other.guild)


def server_of(one: Seek, other: Seek) -> int | None:
    """Return the server on which two searches are played if both look only there; None means in DMs."""
    return None if one.everywhere or other.everywhere else one.guild


def fits(one: Seek, other: Seek, now: int) -> bool:
    """Return whether two searches can end in one match."""
    same = all(getattr(one, name) == getattr(other, name) for name in ("game", "preset", "pace", "rated"))
    both_open = one.is_open and other.is_open and one.person != other.person
    return same and both_open and can_meet(one, other) and _are_near(one, other, now)


def _are_near(one: Seek, other: Seek, now: int) -> bool:
    ranges = (reach(one, now), reach(other, now))
    return all(most is None or gap_of(one, other) <= most for most in ranges)


def gap_of(one: Seek, other: Seek) -> int:
    """Return the rating distance of two searches."""
    return abs(one.rating - other.rating)


def by_fit(seek: Seek, others: Iterable[Seek], now: int) -> list[Seek]:
    """Return the searches that fit, the best first.

    The best is near in rating or has waited long. Of equals, one that gives a match on the server comes
    first.
    """

    def cost(other: Seek) -> tuple[int, bool, int, str]:
        patience = max(0, now - other.created_at) * _POINTS_AN_HOUR // _HOUR
        return gap_of(seek, other) - patience, server_of(seek, other) is None, other.created_at, other.id

    return sorted((other for other in others if fits(seek, other, now)), key=cost)


def in_order(one: Seek, other: Seek) -> tuple[Seek, Seek]:
    """Return two searches by age; the dice are made of the first one's secret. docs/dice.md."""
    first, second = sorted((one, other), key=lambda seek: (seek.created_at, seek.interaction))
    return first, second


def is_long(seek: Seek, now: int) -> bool:
    """Return whether a search has lasted a day."""
    return now >= seek.created_at + _DAY


async def terms_on(r: Reader, wanted: Wanted | Seek, guild: int | None) -> MatchTerms:
    """Return complete terms as a server wants them, or on None as for two who share no server."""
    terms = terms_of(wanted)
    terms = among_strangers(terms) if guild is None else await fit_terms(r, terms, guild)
    options = options_data(GAMES[terms.game].options(terms.options))
    complete = msgspec.structs.replace(terms, options=options)
    return msgspec.structs.replace(complete, rated=terms.rated and may_count(complete))
