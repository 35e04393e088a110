"""How many rounds there are."""

from __future__ import annotations

import math

from bot.contests.contest import Contest


def rounds_of(contest: Contest) -> int:
    """Those of a Swiss: as was set, or as many as it takes to find a winner."""
    people = len(contest.seeded())
    return contest.terms.rounds or max(1, math.ceil(math.log2(max(2, people))))
