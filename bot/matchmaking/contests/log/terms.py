"""The terms of a contest, as its organizer has set them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec

Kind = Literal["round robin", "swiss", "knockout", "double elimination", "ladder", "league", "teams"]
TieBreak = Literal[
    "direct encounter", "wins", "buchholz", "median buchholz", "sonneborn-berger", "progressive"
]
"""Tie-breaks by their usual names; each is named on the contest's card."""
Holidays = Literal["count", "free", "some"]
"""Whether a clock runs while its person is on holiday: always, never, or after some days."""
_NOUNS: Mapping[str, str] = MappingProxyType({"ladder": "ladder", "league": "league", "teams": "team match"})
DAY = 86_400


class Team(msgspec.Struct, frozen=True):
    """A side of a team match: its server, and the name that both sides see."""

    guild: int
    name: str


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a contest and of its matches.

    Attributes:
        game, options, pace, rated: Of every match; `options` are raw.
        rounds: Of a Swiss; 0 means as many as a knockout takes.
        groups: Of a round robin.
        cycles: How often everyone meets.
        at_once: The most matches of a person at a time.
        ties: The matches in a tie of a knockout, with seats swapped.
        division: The wanted size of a league's divisions.
        movers: How many go up and down between two divisions.
        number: Which season of a league this is, from 1.
        most, fewest: Entrants; in a team match, `most` is that of each team.
        least_rating, most_rating: Of those who may enter; None for any.
        role: The server's role that's needed to enter, or None.
        starts_at: Epoch seconds.
        check_in: The seconds before the start in which entrants have to check in; 0 for none.
        season: The days of a season.
        longest: The days after which a match is decided as was announced; 0 for never.
        holidays, holiday_days: How holidays count.
    """

    kind: Kind
    name: str
    game: str
    options: Mapping[str, Any] = {}
    pace: str = "1d"
    rated: bool = True
    rounds: int = 0
    groups: int = 1
    cycles: int = 1
    at_once: int = 1
    ties: int = 2
    division: int = 12
    movers: int = 2
    number: int = 1
    most: int = 128
    fewest: int = 2
    least_rating: int | None = None
    most_rating: int | None = None
    role: int | None = None
    starts_at: int = 0
    check_in: int = 0
    season: int = 90
    longest: int = 60
    holidays: Holidays = "free"
    holiday_days: int = 0
    tie_breaks: tuple[TieBreak, ...] = ("direct encounter", "buchholz", "sonneborn-berger", "wins")

    @property
    def noun(self) -> str:
        """What people call it: “tournament”, “ladder”, “league”, or “team match”."""
        return _NOUNS.get(self.kind, "tournament")

    @property
    def ratings(self) -> str:
        """The ratings that may enter: “from 1400 to 1800”, “up to 1600”, “from 1500”; empty for all."""
        low, high = self.least_rating, self.most_rating
        if low is not None and high is not None:
            return f"from {low} to {high}"
        return "" if low is high else f"up to {high}" if low is None else f"from {low}"
