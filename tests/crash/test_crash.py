"""The short form of the harness: a dozen kills."""

from __future__ import annotations

import asyncio

import pytest

from tests.crash.__main__ import figures
from tests.crash.harness import run
from tests.crash.notebook import PLAYED

KILLS, PATIENCE_SECONDS = 12, 900


@pytest.mark.slow
@pytest.mark.parametrize("troubled", [False, True], ids=["killed", "killed on a bad day"])
async def test_a_bot_that_is_killed_again_and_again_loses_nothing_and_says_nothing_twice(
    troubled: bool,
) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        report = await run(KILLS, seed=5, most_matches=3, troubled=troubled)
    assert not report.all_violations(), "\n".join([figures(report), *report.all_violations()])
    assert not troubled or all(report.troubles.values()), report.troubles
    assert report.kills == KILLS + 1
    assert report.outcomes[PLAYED] > KILLS, "hardly anybody played"
