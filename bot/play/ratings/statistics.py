"""Statistics of a game: which side wins, how long matches take, how they end."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from bot.core.app_context import AppContext
from games import GAMES
from storage.tables import statistics
from storage.tables.statistics import Group

ENOUGH = 5
"""With fewer matches it is too early to tell."""
_CERTAIN = 1.959964
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


class Share(msgspec.Struct, frozen=True):
    """A count out of a total."""

    count: int
    of: int

    @property
    def rate(self) -> float:
        """The share, from 0 to 1; 0 for a total of 0."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true share with 95 % confidence (Wilson's); (0, 1) without data."""
        if not self.of:
            return 0.0, 1.0
        square = _CERTAIN**2
        middle = (self.count + square / 2) / (self.of + square)
        spread = math.sqrt(self.count * (self.of - self.count) / self.of + square / 4)
        half = _CERTAIN * spread / (self.of + square)
        return max(0.0, middle - half), min(1.0, middle + half)


class Results(msgspec.Struct, frozen=True):
    """Results of matches: `wins` by seat, and draws."""

    wins: tuple[int, int] = (0, 0)
    draws: int = 0

    @property
    def matches(self) -> int:
        """The number of matches."""
        return sum(self.wins) + self.draws

    def share(self, seat: int) -> Share:
        """Return the share of the matches that a seat won."""
        return Share(self.wins[seat], self.matches)


class Ends(msgspec.Struct, frozen=True):
    """The number of matches with one winner (None: drawn) and reason."""

    winner: int | None
    reason: str
    matches: int


class Statistics(msgspec.Struct, frozen=True):
    """Statistics of one game; `ends` and `stats_groups` have the most frequent first.

    `median` is the number of actions that half of the matches have at most; None without matches.
    """

    game: str
    results: Results
    median: int | None
    ends: tuple[Ends, ...]
    stats_groups: tuple[tuple[str, Results], ...]


async def of_game(app: AppContext, game: str, guild: int | None = None) -> Statistics:
    """Return the statistics of a game, on one server or (None) everywhere."""
    async with app.database.read(long=True) as r:
        groups = await statistics.groups(r, game, guild)
        lengths = await statistics.lengths(r, game, guild)
    return Statistics(game, results_of(groups), median(lengths), _ends(groups), _stats_groups(groups))


async def of_all(app: AppContext, guild: int | None = None) -> dict[str, Results]:
    """Return the results of the matches of every game, by its key."""
    async with app.database.read(long=True) as r:
        groups = await statistics.groups(r, None, guild)
    return {key: results_of(group for group in groups if group.game == key) for key in GAMES}


def results_of(groups: Iterable[Group]) -> Results:
    """Return the added up results of groups of matches."""
    counts = Counter[int | None]()
    for group in groups:
        counts[group.winner] += group.matches
    return Results((counts[0], counts[1]), counts[None])


def median(lengths: Sequence[tuple[int, int]]) -> int | None:
    """Return the length that half of the matches have at most; None without matches."""
    half = sum(count for _, count in lengths) / 2
    seen = 0
    for length, count in lengths:
        seen += count
        if seen >= half:
            return length
    return None


def _ends(groups: Sequence[Group]) -> tuple[Ends, ...]:
    counts = Counter[tuple[int | None, str]]()
    for group in groups:
        counts[group.winner, group.reason] += group.matches
    found = [Ends(winner, reason, count) for (winner, reason), count in counts.items()]
    return tuple(sorted(found, key=lambda one: (-one.matches, one.reason, str(one.winner))))


def _stats_groups(groups: Sequence[Group]) -> tuple[tuple[str, Results], ...]:
    names = {group.stats_group for group in groups} - {""}
    found = [(name, results_of(group for group in groups if group.stats_group == name)) for name in names]
    return tuple(sorted(found, key=lambda one: (-one[1].matches, one[0])))
