"""The formats by the kinds of contests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.contests.contest import Contest
from bot.contests.formats import brackets, ladder, round_robin, swiss, teams
from bot.contests.steps import Step
from bot.contests.terms import Kind

Following = Callable[[Contest, int], tuple[Step, ...]]
"""What happens next in a contest at a moment; nothing while something has to end first."""

FORMATS: Mapping[Kind, Following] = MappingProxyType(
    {
        "round robin": round_robin.following,
        "swiss": swiss.following,
        "knockout": brackets.following_single,
        "double elimination": brackets.following_double,
        "ladder": ladder.following,
        "league": round_robin.following,
        "teams": teams.following,
    }
)
