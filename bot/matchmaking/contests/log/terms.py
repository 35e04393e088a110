"""What a contest is played by, as its organizer has set it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

Kind = Literal["round robin", "swiss", "knockout", "double elimination", "ladder", "league", "teams"]
TieBreak = Literal[
    "direct encounter", "wins", "buchholz", "median buchholz", "sonneborn-berger", "progressive"
]
"""By their usual names; each is told on the contest's card."""
Holidays = Literal["count", "free", "some"]
"""Whether a clock runs while its person is on holiday: always, never, or after some days."""
DAY = 86_400


class Team(msgspec.Struct, frozen=True):
    """A side of a team match: its server, and the name that both sides see."""

    guild: int
    name: str


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """`game`, `options` (raw), `pace`, `rated`: of every match. `rounds`: of a Swiss (0: as many as it takes
    to find a winner); `groups`: of a round robin; `cycles`: how often everybody meets; `at_once`: how many
    matches somebody plays at a time; `ties`: in a knockout, the matches of a tie, with sides swapped;
    `division`: how many play in one of a league; `movers`: how many go up and down; `number`: which season
    of it this is, from 1.

    `most`, `fewest`: entrants (`most`, in a team match: of each team); `least_rating`, `most_rating`: of
    those who may enter; `role`: of a server; `starts_at`: epoch seconds; `check_in`: so many seconds before
    that one says that one is there (0: nobody has to); `season`: days of a season; `longest`: days after
    which a match is decided as was announced (0: none is); `holidays`, `holiday_days`: how holidays count."""

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
    def ratings(self) -> str:
        """Which ratings may enter: “from 1400 to 1800”, “up to 1600”, “from 1500”; empty: all."""
        low, high = self.least_rating, self.most_rating
        if low is not None and high is not None:
            return f"from {low} to {high}"
        return "" if low is high else f"up to {high}" if low is None else f"from {low}"
