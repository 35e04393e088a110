"""The short form of the harness: a dozen kills of one process, and some of several that share a server."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from tests.crash.__main__ import figures
from tests.crash.harness import run
from tests.crash.notebook import PLAYED
from tests.crash.report import Plan

PATIENCE_SECONDS = 900
ALONE, TOGETHER = Plan(kills=12, seed=5, matches=3), Plan(kills=6, seed=5, matches=2, processes=3)


@pytest.mark.slow
@pytest.mark.parametrize("plan", [ALONE, TOGETHER], ids=["alone", "three processes"])
@pytest.mark.parametrize("troubled", [False, True], ids=["killed", "killed on a bad day"])
async def test_a_bot_that_is_killed_again_and_again_loses_nothing_and_says_nothing_twice(
    plan: Plan, troubled: bool
) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        report = await run(dataclasses.replace(plan, troubled=troubled))
    assert not report.all_violations(), "\n".join([figures(report), *report.all_violations()])
    assert not troubled or all(report.troubles.values()), report.troubles
    assert report.happened["kills"] == plan.kills + 1
    assert report.outcomes[PLAYED] > plan.kills, "hardly anybody played"
