"""Short runs of the harness: one process with and without trouble, and several that share a server."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from tests.budgets import budget, first_slow
from tests.crash.__main__ import figures
from tests.crash.harness import run
from tests.crash.notebook import PLAYED
from tests.crash.report import Plan

PATIENCE_SECONDS = 900
ALONE = Plan(kills=12, seed=5, matches=3)
TOGETHER = Plan(kills=3, seed=5, matches=2, processes=3, troubled=True)
PLANS = {
    "killed": dataclasses.replace(ALONE, kills=budget(1, 6)),
    "killed on a bad day": dataclasses.replace(ALONE, troubled=True),
    "three processes on a bad day": TOGETHER,
}


@pytest.mark.budgeted
@pytest.mark.parametrize("plan", first_slow(PLANS.values()), ids=PLANS)
async def test_a_bot_that_is_killed_again_and_again_loses_nothing_and_says_nothing_twice(
    plan: Plan,
) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        report = await run(plan)
    assert not report.all_violations(), "\n".join([figures(report), *report.all_violations()])
    assert not plan.troubled or all(report.troubles.values()), report.troubles
    assert report.happened["kills"] == plan.kills + 1
    assert report.outcomes[PLAYED] > plan.kills, "hardly anybody played"
