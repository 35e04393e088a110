"""The seeds of a contest's matches."""

from __future__ import annotations

from bot.matchmaking.contests.log.contest import Contest, Pairing, after
from bot.matchmaking.contests.log.events import Paired
from tests.kit.contests.seasons import entered


def paired(contest: Contest, first: int, second: int, match: str = "m") -> Contest:
    return after(contest, Paired(at=0, round=1, first=first, second=second, match=match))


def seed_3_against_7() -> tuple[Contest, Pairing]:
    """The pairing of the page's example."""
    contest = paired(entered("round robin", 8), 3, 7)
    return contest, contest.pairings[0]
