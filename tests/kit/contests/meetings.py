"""Who met whom in a contest."""

from __future__ import annotations

from collections import Counter

from bot.matchmaking.contests.log.contest import Contest


def meetings(contest: Contest) -> Counter[frozenset[int]]:
    return Counter(frozenset((one.first, one.second)) for one in contest.pairings)
