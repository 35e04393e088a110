"""Statistics of a game, for curiosity: who wins, how long it takes, how it ends."""

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
"""Standard deviations within which 95 % lie."""


class Share(msgspec.Struct, frozen=True):
    """So many of so many, and between what the true share lies with 95 % certainty."""

    count: int
    of: int

    @property
    def rate(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval; everything where nothing has been counted."""
        if not self.of:
            return 0.0, 1.0
        square = _CERTAIN**2
        middle = (self.count + square / 2) / (self.of + square)
        spread = math.sqrt(self.count * (self.of - self.count) / self.of + square / 4)
        half = _CERTAIN * spread / (self.of + square)
        return max(0.0, middle - half), min(1.0, middle + half)


class Results(msgspec.Struct, frozen=True):
    """How matches ended: `wins` by seat."""

    wins: tuple[int, int] = (0, 0)
    draws: int = 0

    @property
    def matches(self) -> int:
        return sum(self.wins) + self.draws

    def share(self, seat: int) -> Share:
        """How many of the matches a seat won."""
        return Share(self.wins[seat], self.matches)


class Ends(msgspec.Struct, frozen=True):
    """How many matches ended so; winner None: drawn."""

    winner: int | None
    reason: str
    matches: int


class Statistics(msgspec.Struct, frozen=True):
    """Those of one game. `median`: actions that half of the matches take at most (None: there are none);
    `ends` and `stats_groups`: the most frequent first."""

    game: str
    results: Results
    median: int | None
    ends: tuple[Ends, ...]
    stats_groups: tuple[tuple[str, Results], ...]


async def of_game(app: AppContext, game: str, guild: int | None = None) -> Statistics:
    """The statistics of a game, in one server or (None) everywhere."""
    async with app.database.read(long=True) as r:
        groups = await statistics.groups(r, game, guild)
        lengths = await statistics.lengths(r, game, guild)
    return Statistics(game, results_of(groups), median(lengths), _ends(groups), _stats_groups(groups))


async def of_all(app: AppContext, guild: int | None = None) -> dict[str, Results]:
    """How the matches of every game ended."""
    async with app.database.read(long=True) as r:
        groups = await statistics.groups(r, None, guild)
    return {key: results_of(group for group in groups if group.game == key) for key in GAMES}


def results_of(groups: Iterable[Group]) -> Results:
    """Groups of matches, added up."""
    counts = Counter[int | None]()
    for group in groups:
        counts[group.winner] += group.matches
    return Results((counts[0], counts[1]), counts[None])


def median(lengths: Sequence[tuple[int, int]]) -> int | None:
    """The length that half of the matches have at most; None without matches."""
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
