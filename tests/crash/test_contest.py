"""Small contests of every kind, killed in every transaction, from its first statement to the commit.

No player is paired twice, no step is lost, and all dice are the predetermined ones.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.budgets import budget, first_slow
from tests.crash.contest_checks import check
from tests.crash.contests import Crashes, File, Plan

SWISS_OF_3 = Plan("swiss", 3, 1, (), terms={"rounds": 1})
PLANS = {
    "knockout": Plan("knockout", 4, 3, terms={"ties": 1}),
    "ladder": Plan("ladder", 4, 5, ("void", "withdraw", "come back"), results=6, terms={"starts_at": 0}),
    "swiss": Plan("swiss", 4, 3, terms={"rounds": 2}),
    "swiss at every single statement": SWISS_OF_3,
    "round robin": Plan("round robin", 3, 3),
    "double elimination": Plan("double elimination", 3, 3, terms={"ties": 1}),
    "league": Plan("league", 3, 2, terms={"pace": "bank", "season": 1, "at_once": 3, "game": "ccc"}),
}


@pytest.mark.proof
@pytest.mark.sqlite
@pytest.mark.budgeted
@pytest.mark.parametrize("plan", first_slow(PLANS.values()), ids=PLANS)
def test_a_contest_killed_at_every_step_pairs_nobody_twice_and_forgets_nothing(
    tmp_path: Path, plan: Plan
) -> None:
    plan = plan._replace(stride=budget(2, 1) * plan.stride)
    file = tmp_path / "slowplay.db"
    kills, deepest = Crashes(file, plan).to_the_end()
    assert kills > 50
    assert deepest > 20, "long transactions were cut in the middle"
    check(File(file), plan)
